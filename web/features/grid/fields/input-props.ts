import type { EditorProps } from './kind.ts';

/** Takes the focus when it appears, with the caret behind the text. */
const focusEnd = (element: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | null): void => {
  if (element === null || element.dataset['focused'] !== undefined) return;
  element.dataset['focused'] = '';
  element.focus();
  if (element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === 'text')) element.setSelectionRange(element.value.length, element.value.length);
};

/** What every editor's element has in common. */
export const inputProps = ({ id, draft, onDraft, label, invalid, describedBy, focused, disabled, field }: EditorProps) => ({
  id, 'value': draft, disabled, 'required': field.required, 'aria-label': label, 'aria-invalid': invalid || undefined, 'aria-describedby': describedBy, 'autoComplete': 'off',
  'onChange': (event: { currentTarget: { value: string } }) => onDraft(event.currentTarget.value),
  ...(focused && { ref: focusEnd }),
});
