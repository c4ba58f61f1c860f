import { formatted } from '../../../../lib/values/value-text.ts';
import { inputProps } from './input-props.ts';
import type { EditorProps, FieldKind } from './kind.ts';

/** Coordinates: two numbers in one line, or the address of a map. */
export const place: FieldKind = {
  View: ({ value, field, words }) => formatted(field, value, words),
  Editor: (props: EditorProps) => <input type="text" {...inputProps(props)} />,
  typed: true,
};
