import { currencies } from '@hzm/contracts/core/amount';
import { usualCurrency } from '@hzm/contracts/features/tables/field-validation';
import type { EditorProps, FieldKind } from './kind.ts';
import { MeasureEditor } from './measure.tsx';
import { number } from './number.tsx';

const codes = Object.keys(currencies);

/** An amount in one of eight currencies, or in the field's own. */
export const currency: FieldKind = {
  ...number,
  Editor: (props: EditorProps) => (
    <MeasureEditor
      {...props}
      units={props.field.validation.currency ? [props.field.validation.currency] : codes}
      fallback={usualCurrency(props.field.validation)}
    />
  ),
};
