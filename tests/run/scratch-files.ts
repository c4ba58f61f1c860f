import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/**
 * Gives the tests of one file paths of files that nobody has made yet; these go when the tests are
 * over.
 */
export function scratchFiles(): () => string {
  const directory = mkdtempSync(join(tmpdir(), 'hzm-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  let count = 0;
  return () => join(directory, `${count++}.db`);
}
