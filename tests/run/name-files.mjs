import { parseArgs } from 'node:util';

/**
 * Whether words for vitest name files. The value of an option is none of them.
 * @param {readonly string[]} words
 */
export function nameFiles(words) {
  const { positionals } = parseArgs({
    args: [...words],
    strict: false,
    allowPositionals: true,
    options: {
      testNamePattern: { type: 'string', short: 't' },
      reporter: { type: 'string' },
      bail: { type: 'string' },
      retry: { type: 'string' },
      testTimeout: { type: 'string' },
    },
  });
  return positionals.length > 0;
}
