import type { Json } from '@hzm/contracts/core/json';
import type { Field } from '@hzm/contracts/features/tables/table';
import { formatDay, formatMoment } from './date-text.ts';
import { inputProps } from './input-props.ts';
import type { EditorProps, FieldKind, Words } from './kind.ts';

type Form = 'date' | 'datetime-local' | 'time';

/** Which of the three a field holds: by its type, or by its rule. */
function formOf({ type, validation }: Field): Form {
  if (type === 'time' || validation.dateType === 'time') return 'time';
  return type === 'datetime' || type === 'timestamp' || validation.dateType === 'datetime' ? 'datetime-local' : 'date';
}

const two = (n: number): string => String(n).padStart(2, '0');
/** A moment as the input wants it, in the reader's own time zone. */
function local(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? '' : `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** A day as people write it, `3.11.2026` or `03/11/2026`, as `2026-11-03`; anything else as it is. */
const isoDay = (draft: string): string => draft.replace(/^(\d{1,2})[./](\d{1,2})[./](\d{4})$/, (_, day: string, month: string, year: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);

function format(value: Json, _: Field, { language }: Words): string {
  if (typeof value !== 'string') return value === null ? '' : JSON.stringify(value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDay(value, language);
  return value.includes('T') ? formatMoment(value, language) : value;
}

/** Days, moments and times of day. */
export const date: FieldKind = {
  View: ({ value, field, words }) => format(value, field, words),
  Editor: (props: EditorProps) => <input type={formOf(props.field)} {...inputProps(props)} />,
  parse: (draft, field) => {
    if (formOf(field) !== 'datetime-local') return { value: isoDay(draft) };
    const at = new Date(draft);
    return Number.isNaN(at.getTime()) ? { problem: 'value' } : { value: at.toISOString() };
  },
  format,
  draftOf: (value, field) => {
    if (typeof value !== 'string') return '';
    const form = formOf(field);
    return form === 'datetime-local' ? local(value) : form === 'date' ? value.slice(0, 10) : value;
  },
  typed: false,
};
