import { inputProps } from './input-props.ts';
import type { EditorProps, FieldKind } from './kind.ts';

const format = (value: unknown): string => (value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value));

/** One line of text; also what relational fields hold. */
export const string: FieldKind = {
  View: ({ value }) => format(value),
  Editor: (props: EditorProps) => <input type="text" {...inputProps(props)} />,
  parse: value => ({ value }),
  format, whole: format, draftOf: format, typed: true,
};

/** Text of several lines; Enter is done, Shift+Enter begins a line. */
export const text: FieldKind = {
  ...string,
  Editor: (props: EditorProps) => <textarea rows={3} {...inputProps(props)} />,
};
