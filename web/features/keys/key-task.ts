import type { ApiKey } from '@hzm/contracts/features/keys/key';

/** What is asked of one key, or of all. */
export type KeyTask =
  | { readonly kind: 'add' | 'password' }
  | { readonly kind: 'edit' | 'regenerate' | 'remove' | 'report'; readonly apiKey: ApiKey };

export type AskOf = (kind: 'edit' | 'regenerate' | 'remove' | 'report') => (apiKey: ApiKey) => void;
