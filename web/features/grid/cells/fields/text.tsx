import { useState } from 'react';
import { rawText } from '../../../../lib/values/value-text.ts';
import { inputProps } from './input-props.ts';
import type { EditorProps, FieldKind } from './kind.ts';

/**
 * A text that holds a line break is edited where it stays; the same element for as long as one
 * writes.
 */
export function LineEditor(props: EditorProps) {
  const [hadLines, setHadLines] = useState(false);
  const hasLines = hadLines || /[\r\n]/.test(props.draft);
  if (hasLines && !hadLines) setHadLines(true);
  return hasLines ? (
    <textarea rows={3} {...inputProps(props)} />
  ) : (
    <input type="text" {...inputProps(props)} />
  );
}

/** One line of text; also what relational fields hold without a relationship. */
export const string: FieldKind = {
  View: ({ value }) => rawText(value),
  Editor: LineEditor,
  whole: rawText,
  typed: true,
};

/** Text of several lines; Enter is done, Shift+Enter begins a line. */
export const text: FieldKind = {
  ...string,
  Editor: (props: EditorProps) => <textarea rows={3} {...inputProps(props)} />,
};
