import type { Json } from '@hzm/contracts/core/json';
import { inputProps } from './input-props.ts';
import type { EditorProps, FieldKind } from './kind.ts';
import { draftNumber, readNumber, writeNumber } from './number-text.ts';

const isInteger = (type: string): boolean => type === 'integer' || type === 'rank';
const shown = (value: Json): string => (value === null ? '' : JSON.stringify(value));

/** Numbers as the reader's language writes them. */
export const number: FieldKind = {
  View: ({ value, words }) => (typeof value === 'number' ? writeNumber(value, words.language) : shown(value)),
  Editor: (props: EditorProps) => <input type="text" inputMode="decimal" {...inputProps(props)} />,
  parse: (draft, { type }, { language }) => {
    const value = readNumber(draft, language);
    if (value === undefined) return { problem: 'number' };
    return isInteger(type) && !Number.isInteger(value) ? { problem: 'integer' } : { value };
  },
  format: (value, _, { language }) => (typeof value === 'number' ? writeNumber(value, language) : shown(value)),
  draftOf: (value, _, { language }) => (typeof value === 'number' ? draftNumber(value, language) : shown(value)),
  typed: true, align: 'end',
};
