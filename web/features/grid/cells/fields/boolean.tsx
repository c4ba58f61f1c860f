import { useTranslation } from 'react-i18next';
import { formatted } from '../../../../lib/values/value-text.ts';
import { inputProps } from './input-props.ts';
import type { EditorProps, FieldKind } from './kind.ts';

function Editor(props: EditorProps) {
  const { t } = useTranslation('grid');
  return (
    <select {...inputProps({ ...props, example: undefined })}>
      <option value="">{t('noValue')}</option>
      <option value="true">{t('yes')}</option>
      <option value="false">{t('no')}</option>
    </select>
  );
}

export const boolean: FieldKind = {
  View: ({ value, field, words }) =>
    value === null ? (
      ''
    ) : (
      <span data-boolean={value === true}>{formatted(field, value, words)}</span>
    ),
  Editor,
  typed: false,
};
