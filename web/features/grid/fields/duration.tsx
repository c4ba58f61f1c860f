import { string } from './text.tsx';
import type { FieldKind } from './kind.ts';

/** ISO 8601, or seconds. */
export const duration: FieldKind = {
  ...string,
  parse: draft => ({ value: /^\d+(?:[.,]\d+)?$/.test(draft) ? Number(draft.replace(',', '.')) : draft.toUpperCase() }),
};
