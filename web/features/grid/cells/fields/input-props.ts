import type { EditorProps } from './kind.ts';

/** Returns the attributes that every editor's element shares. */
export const inputProps = ({
  id,
  draft,
  onDraft,
  label,
  invalid,
  describedBy,
  focused,
  disabled,
  example,
  field,
}: EditorProps) => ({
  id,
  value: draft,
  disabled,
  placeholder: example,
  required: field.required,
  'aria-label': label,
  'aria-invalid': invalid || undefined,
  'aria-describedby': describedBy,
  autoComplete: 'off',
  dir: 'auto',
  onChange: (event: { currentTarget: { value: string } }) => onDraft(event.currentTarget.value),
  ...(focused && { 'data-autofocus': true }),
});
