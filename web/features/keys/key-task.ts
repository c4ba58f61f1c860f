import type { ApiKey } from '@hzm/contracts/features/keys/key';

/** What is asked of one key, or of all. */
export type KeyTask =
  | { readonly kind: 'add' | 'password' }
  | { readonly kind: 'edit' | 'regenerate' | 'remove' | 'report'; readonly apiKey: ApiKey };

export type AskOf = (kind: 'edit' | 'regenerate' | 'remove' | 'report') => (apiKey: ApiKey) => void;

/** The menu of a key, where the focus goes when a dialog that it opened closes. */
export const menuOfKey = ({ id }: Pick<ApiKey, 'id'>): HTMLElement | null => document.querySelector(`[data-menu-of-key="${CSS.escape(id)}"]`);
