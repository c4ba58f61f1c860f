import type { ApiKey } from '@hzm/contracts/features/keys/key';

/** A task on one key or on all. */
export type KeyTask =
  | { readonly kind: 'add' | 'password' }
  | {
      readonly kind: 'edit' | 'regenerate' | 'end' | 'remove' | 'report';
      readonly apiKey: ApiKey;
    };

export type AskOf = (
  kind: 'edit' | 'regenerate' | 'end' | 'remove' | 'report',
) => (apiKey: ApiKey) => void;

/** The mark (`data-menu-of`) of the button that regenerates a key. */
export const regenerateOf = ({ id }: ApiKey): string => `regenerate-${id}`;
