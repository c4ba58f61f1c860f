import type { Project } from '@hzm/contracts/features/projects/project';
import type { ApiError } from '../../../lib/api-error.ts';

/** Reason why a test environment could not be created, as far as a reader can act on it. */
export type Failure = 'network' | 'unauthorized' | 'missing' | 'other';

export const failureOf = ({ status, code }: Pick<ApiError, 'status' | 'code'>): Failure =>
  status === 0
    ? 'network'
    : status === 401 || code === 'UNAUTHORIZED'
      ? 'unauthorized'
      : status === 404
        ? 'missing'
        : 'other';

/** Preview of a test environment that was not created. */
export interface Simulated {
  readonly id: string;
  readonly name: string;
  readonly apiKey: string;
}

/** Suffix of the preview's id: project ids are no numbers, so the offset is appended. */
const OFFSET = '+10000';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const KEY_LETTERS = 32;

/** Makes the preview. Nothing of it is sent, and the key is invalid. */
export function simulated({ id, name }: Pick<Project, 'id' | 'name'>, now: Date): Simulated {
  const letters = Array.from(
    crypto.getRandomValues(new Uint8Array(KEY_LETTERS)),
    byte => LETTERS[byte % LETTERS.length],
  ).join('');
  return {
    id: `${id}${OFFSET}`,
    name: `${name} - Test`,
    apiKey: `hzm_test_${now.getTime().toString(36)}_${letters}`,
  };
}
