import type { ApiKey } from '@hzm/contracts/features/keys/key';

/** A task on one key or on all. */
export type KeyTask =
  | { readonly kind: 'add' | 'password' }
  | { readonly kind: 'edit' | 'regenerate' | 'remove' | 'report'; readonly apiKey: ApiKey };

export type AskOf = (kind: 'edit' | 'regenerate' | 'remove' | 'report') => (apiKey: ApiKey) => void;
