import { rawText } from '../../../../lib/values/value-text.ts';
import { inputProps } from './input-props.ts';
import type { EditorProps, FieldKind } from './kind.ts';

/** One line of text; also what relational fields hold, and durations. */
export const string: FieldKind = {
  View: ({ value }) => rawText(value),
  Editor: (props: EditorProps) => <input type="text" {...inputProps(props)} />,
  whole: rawText,
  typed: true,
};

/** Text of several lines; Enter is done, Shift+Enter begins a line. */
export const text: FieldKind = {
  ...string,
  Editor: (props: EditorProps) => <textarea rows={3} {...inputProps(props)} />,
};
