import type { Field } from '@hzm/contracts/features/tables/table';

/**
 * Something that is to be done to a table's fields; whoever shows the table asks for it, and the
 * feature of tables does it.
 */
export type FieldTask =
  | {
      readonly kind: 'add';
      /** Its type and rules are suggested. */
      readonly like?: Field;
      /** The visible field that it shall stand beside, for everybody; absent: at the end. */
      readonly beside?: { readonly fieldId: string; readonly side: 'left' | 'right' };
      readonly onAdded?: (fieldId: string) => void;
    }
  | { readonly kind: 'edit'; readonly fieldId: string; readonly part: 'basic' | 'validation' }
  | { readonly kind: 'delete'; readonly fieldId: string };
