import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const directory = mkdtempSync(join(tmpdir(), 'hzm-'));
afterAll(() => rmSync(directory, { recursive: true }));
let count = 0;

/** The path of a file that nobody has made yet; it goes when the tests of this file are over. */
export const scratchFile = (): string => join(directory, `${count++}.db`);
