import type { Json } from '@hzm/contracts/core/json';
import { inputProps } from './input-props.ts';
import type { EditorProps, FieldKind } from './kind.ts';

const MAX_PREVIEW_LENGTH = 200;

/** One line; a long value is cut. */
function shown(value: Json): string {
  const line = value === null ? '' : JSON.stringify(value);
  return line.length > MAX_PREVIEW_LENGTH ? `${line.slice(0, MAX_PREVIEW_LENGTH)}…` : line;
}

/** Values that are written as JSON. */
export const json: FieldKind = {
  View: ({ value }) => <code dir="ltr">{shown(value)}</code>,
  Editor: (props: EditorProps) => (
    <textarea rows={4} spellCheck={false} data-code {...inputProps(props)} />
  ),
  whole: value => (value === null ? '' : JSON.stringify(value, null, 2)),
  multiline: true,
  typed: true,
};
