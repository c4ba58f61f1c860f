import { createHash, randomInt } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const PATTERN = /^hzm_(?:master_|admin_|test_)?[0-9a-z]+_[A-Za-z0-9]{32}(?:_[0-9a-f]{8})?$/;

/** Returns `count` random letters and digits. */
export const randomLetters = (count: number): string =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');

const PREFIXES = { project: '', admin_project: 'admin_', test: 'test_' } as const;

/**
 * Creates a project's key: `hzm_` and its kind, the time in base 36, 32 letters, and 8 hex digits
 * derived from the project's id.
 */
export function newApiKey(projectId: string, kind: keyof typeof PREFIXES, now: Date): string {
  const mark = createHash('sha256').update(projectId).digest('hex').slice(0, 8);
  return `hzm_${PREFIXES[kind]}${now.getTime().toString(36)}_${randomLetters(32)}_${mark}`;
}

/** Creates a master key: `hzm_master_`, the time in base 36, 32 letters. */
export const newMasterKey = (now: Date): string =>
  `hzm_master_${now.getTime().toString(36)}_${randomLetters(32)}`;
export const isMasterKey = (text: string): boolean =>
  text.startsWith('hzm_master_') && isApiKey(text);

export const isApiKey = (text: string): boolean =>
  text.length >= 40 && text.length <= 200 && PATTERN.test(text);

/** Masks all but the first 8 and the last 4 characters. */
export const maskKey = (key: string): string =>
  `${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`;
