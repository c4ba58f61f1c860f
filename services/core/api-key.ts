import { createHash, randomInt } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const PATTERN = /^hzm_(?:master_|admin_|test_)?[0-9a-z]+_[A-Za-z0-9]{32}(?:_[0-9a-f]{8})?$/;

/** `count` random letters and digits. */
export const randomLetters = (count: number): string =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');

const PREFIXES = { project: '', admin_project: 'admin_', test: 'test_' } as const;

/**
 * A key for a project: `hzm_` and what it is for, the time in base 36, 32 letters, 8 hex digits
 * from the project's id.
 */
export function newApiKey(projectId: string, kind: keyof typeof PREFIXES, now: Date): string {
  const mark = createHash('sha256').update(projectId).digest('hex').slice(0, 8);
  return `hzm_${PREFIXES[kind]}${now.getTime().toString(36)}_${randomLetters(32)}_${mark}`;
}

/** The key that opens everything: `hzm_master_`, the time in base 36, 32 letters. */
export const newMasterKey = (now: Date): string =>
  `hzm_master_${now.getTime().toString(36)}_${randomLetters(32)}`;
export const isMasterKey = (text: string): boolean =>
  text.startsWith('hzm_master_') && isApiKey(text);

export const isApiKey = (text: string): boolean =>
  text.length >= 40 && text.length <= 200 && PATTERN.test(text);

/** First 8, stars, last 4. */
export const maskKey = (key: string): string =>
  `${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`;
