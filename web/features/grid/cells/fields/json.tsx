import type { Json } from '@hzm/contracts/core/json';
import { inputProps } from './input-props.ts';
import type { EditorProps, FieldKind } from './kind.ts';

const LONGEST = 200;

/** One line; a long value is cut. */
function shown(value: Json): string {
  const line = value === null ? '' : JSON.stringify(value);
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/** Values that are written as JSON. */
export const json: FieldKind = {
  View: ({ value }) => <code>{shown(value)}</code>,
  Editor: (props: EditorProps) => <textarea rows={4} spellCheck={false} data-code {...inputProps(props)} />,
  whole: value => (value === null ? '' : JSON.stringify(value, null, 2)),
  multiline: true, typed: true,
};
