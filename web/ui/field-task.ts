import type { Field } from '@hzm/contracts/features/tables/table';

/** A section of a field's form. */
export type FieldPart = 'basic' | 'validation' | 'relationships';

/**
 * A task on a table's fields. The screen that shows the table requests it, and the tables feature
 * performs it.
 */
export type FieldTask =
  | {
      readonly kind: 'add';
      /** Suggests its type and rules. */
      readonly like?: Field;
      /** The visible field to insert beside, for everybody; absent: at the end. */
      readonly beside?: { readonly fieldId: string; readonly side: 'left' | 'right' };
      readonly onAdded?: (fieldId: string) => void;
      /** The button that asks for it, which gets the focus back; absent: in a dialog. */
      readonly opener?: HTMLElement;
    }
  | { readonly kind: 'edit'; readonly fieldId: string; readonly part: FieldPart }
  | { readonly kind: 'delete'; readonly fieldId: string };
