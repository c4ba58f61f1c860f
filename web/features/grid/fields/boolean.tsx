import type { Json } from '@hzm/contracts/core/json';
import { fold } from '@hzm/contracts/core/turkish';
import { useTranslation } from 'react-i18next';
import { inputProps } from './input-props.ts';
import type { EditorProps, FieldKind, Words } from './kind.ts';

const format = (value: Json, { yes, no }: Words): string => (value === true ? yes : value === false ? no : '');

function Editor(props: EditorProps) {
  const { t } = useTranslation('grid');
  return (
    <select {...inputProps(props)}>
      <option value="">{t('noValue')}</option>
      <option value="true">{t('yes')}</option>
      <option value="false">{t('no')}</option>
    </select>
  );
}

export const boolean: FieldKind = {
  View: ({ value, words }) => (value === null ? '' : <span data-boolean={value === true}>{format(value, words)}</span>),
  Editor,
  parse: (draft, _, { yes, no }) => {
    const [text, truths, untruths] = [fold(draft), ['true', '1', fold(yes)], ['false', '0', fold(no)]];
    return truths.includes(text) || untruths.includes(text) ? { value: truths.includes(text) } : { problem: 'value' };
  },
  format: (value, _, words) => format(value, words),
  draftOf: value => (typeof value === 'boolean' ? String(value) : ''),
  typed: false,
};
