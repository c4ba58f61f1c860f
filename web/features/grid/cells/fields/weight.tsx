import { weightUnits } from '@hzm/contracts/core/value-schemas';
import { usualUnit } from '@hzm/contracts/features/tables/field-validation';
import type { EditorProps, FieldKind } from './kind.ts';
import { MeasureEditor } from './measure.tsx';
import { number } from './number.tsx';

export const weight: FieldKind = {
  ...number,
  Editor: (props: EditorProps) => (
    <MeasureEditor
      {...props}
      units={props.field.validation.weightUnit ? [props.field.validation.weightUnit] : weightUnits}
      fallback={usualUnit(props.field.validation)}
    />
  ),
};
