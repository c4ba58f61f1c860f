import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Returns a function for new temporary paths, which are removed after the tests of the file. */
export function scratchFiles(): () => string {
  const directory = mkdtempSync(join(tmpdir(), 'hzm-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  let count = 0;
  return () => join(directory, `${count++}.db`);
}
