import type { Json } from '@hzm/contracts/core/json';
import { weightUnits } from '@hzm/contracts/features/tables/field-validation';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { EditorProps, FieldKind, Words } from './kind.ts';
import { MeasureEditor, splitMeasure } from './measure.tsx';
import { draftNumber, readNumber, writeNumber } from './number-text.ts';

const usual = ({ validation }: Field): string => validation.weightUnit ?? 'kg';
const isUnit = (unit: unknown): unit is string => weightUnits.some(known => known === unit);

const partsOf = (value: Json): { amount: number; unit: string } | undefined => {
  const { value: amount, unit } = (value ?? {}) as { value?: Json; unit?: Json };
  return typeof amount === 'number' && isUnit(unit) ? { amount, unit } : undefined;
};

function format(value: Json, _: Field, { language }: Words): string {
  const parts = partsOf(value);
  if (!parts) return value === null ? '' : JSON.stringify(value);
  return `${writeNumber(parts.amount, language)} ${parts.unit}`;
}

export const weight: FieldKind = {
  View: ({ value, field, words }) => format(value, field, words),
  Editor: (props: EditorProps) => <MeasureEditor {...props} units={props.field.validation.weightUnit ? [props.field.validation.weightUnit] : weightUnits} fallback={usual(props.field)} />,
  parse: (draft, field, { language }) => {
    const { amount, unit } = splitMeasure(isUnit(splitMeasure(draft).unit) ? draft : `${draft} ${usual(field)}`);
    const value = readNumber(amount, language);
    return value === undefined ? { problem: 'number' } : { value: { value, unit } };
  },
  format,
  draftOf: (value, _, { language }) => {
    const parts = partsOf(value);
    return parts ? `${draftNumber(parts.amount, language)} ${parts.unit}` : '';
  },
  typed: true, align: 'end',
};
