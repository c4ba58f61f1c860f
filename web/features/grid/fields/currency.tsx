import type { Json } from '@hzm/contracts/core/json';
import { currencies, type CurrencyCode } from '@hzm/contracts/features/tables/field-types';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { EditorProps, FieldKind, Words } from './kind.ts';
import { MeasureEditor, splitMeasure } from './measure.tsx';
import { draftNumber, readNumber, writeNumber } from './number-text.ts';

const codes = Object.keys(currencies) as CurrencyCode[];
const isCode = (code: unknown): code is CurrencyCode => codes.some(known => known === code);
const usual = ({ validation }: Field): CurrencyCode => validation.currency ?? 'TRY';

const partsOf = (value: Json): { amount: number; code: CurrencyCode } | undefined => {
  const { amount, currency } = (value ?? {}) as { amount?: Json; currency?: Json };
  return typeof amount === 'number' && isCode(currency) ? { amount, code: currency } : undefined;
};

const decimals = ({ validation }: Field): number => validation.decimalPlaces ?? 2;

function format(value: Json, field: Field, { language }: Words): string {
  const parts = partsOf(value);
  if (!parts) return value === null ? '' : JSON.stringify(value);
  return `${writeNumber(parts.amount, language, decimals(field))} ${currencies[parts.code]}`;
}

/** An amount of at least 0, in steps of 0.01 unless the field has a rule of its own, in one of eight currencies. */
export const currency: FieldKind = {
  View: ({ value, field, words }) => format(value, field, words),
  Editor: (props: EditorProps) => <MeasureEditor {...props} units={props.field.validation.currency ? [props.field.validation.currency] : codes} fallback={usual(props.field)} />,
  parse: (draft, field, { language }) => {
    const { amount: text, unit } = splitMeasure(isCode(splitMeasure(draft).unit) ? draft : `${draft} ${usual(field)}`);
    const amount = readNumber(text, language);
    const scale = 10 ** decimals(field);
    if (amount === undefined || amount < 0 || !isCode(unit) || Math.abs(Math.round(amount * scale) - amount * scale) > 1e-6) return { problem: 'amount' };
    return { value: { amount, currency: unit, symbol: currencies[unit] } };
  },
  format,
  draftOf: (value, _, { language }) => {
    const parts = partsOf(value);
    return parts ? `${draftNumber(parts.amount, language)} ${parts.code}` : '';
  },
  typed: true, align: 'end',
};
