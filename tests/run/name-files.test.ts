import { expect, it } from 'vitest';
import { nameFiles } from './name-files.mjs';

it.each([
  [[], false],
  [['tests/http/rows.test.ts'], true],
  [['-t', 'all or nothing'], false],
  [['--testNamePattern', 'all or nothing'], false],
  [['--testNamePattern=all'], false],
  [['--bail', '1', '--reporter', 'verbose', '--coverage'], false],
  [['-t', 'all or nothing', 'tests/http/rows.test.ts'], true],
  [['tests/http/rows.test.ts', '-t', 'all or nothing'], true],
])('the words %j name files: %s', (words, expected) => {
  expect(nameFiles(words)).toBe(expected);
});
