import { formatted } from '../../../../lib/values/value-text.ts';
import { inputProps } from './input-props.ts';
import type { EditorProps, FieldKind } from './kind.ts';

/** Numbers as the reader's language writes them. */
export const number: FieldKind = {
  View: ({ value, field, words }) => formatted(field, value, words),
  Editor: (props: EditorProps) => <input type="text" inputMode="decimal" {...inputProps(props)} />,
  typed: true,
  align: 'end',
};

/** A value that is typed as a number and shown with its units: durations. */
export const amount: FieldKind = {
  ...number,
  Editor: (props: EditorProps) => <input type="text" {...inputProps(props)} />,
};
