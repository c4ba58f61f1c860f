import { optionColors, type OptionColor } from '@hzm/contracts/features/tables/options';
import type { Field } from '@hzm/contracts/features/tables/table';
import { ActionIcon, Alert, NativeSelect } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Words } from '../../../lib/values/value-text.ts';
import { GroupFields } from '../filters/GroupFields.tsx';
import type { WhereWords } from '../model/where-text.ts';
import type { RuleDraft } from './rule-draft.ts';
import { RuleMark } from './RuleMark.tsx';
import tones from '../../../ui/tone.module.css';
import classes from './Look.module.css';

interface Props {
  draft: RuleDraft;
  place: number;
  isLast: boolean;
  tableId: string;
  fields: readonly Field[];
  words: Words;
  told: Words & WhereWords;
  onChange: (draft: RuleDraft) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

/** One colour rule: what is coloured, how, and when. */
export function RuleFields(props: Props) {
  const { draft, place, tableId, fields, words, told, onChange } = props;
  const { t } = useTranslation('grid');
  const name = t('look.rule', { place });
  return (
    <li>
      <fieldset className={classes.rule} aria-label={name}>
        <div className={classes.ruleHead}>
          <RuleMark paint={{ color: draft.color, place, text: name }} />
          <RuleSelects draft={draft} fields={fields} onChange={onChange} />
          <RuleButtons {...props} />
        </div>
        {draft.by === '' && (
          <>
            <Swatches
              name={`color-${draft.key}`}
              value={draft.color}
              onChange={color => onChange({ ...draft, color })}
            />
            <GroupFields
              group={draft.group}
              tableId={tableId}
              fields={fields}
              words={words}
              told={told}
              onChange={group => onChange({ ...draft, group, isEmpty: false })}
            />
          </>
        )}
        {draft.isEmpty && (
          <Alert color="red" role="alert">
            {t('look.noCondition')}
          </Alert>
        )}
      </fieldset>
    </li>
  );
}

/** The cell or row that a rule colours, and the field whose options give the colour. */
function RuleSelects({ draft, fields, onChange }: Pick<Props, 'draft' | 'fields' | 'onChange'>) {
  const { t } = useTranslation('grid');
  const choices = fields.filter(({ type }) => type === 'select');
  return (
    <>
      <NativeSelect
        label={t('look.paints')}
        data-rule-cell
        value={draft.cell}
        data={[
          { value: '', label: t('look.row') },
          ...fields.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={event => onChange({ ...draft, cell: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('look.by')}
        value={draft.by}
        data={[
          { value: '', label: t('look.byCondition') },
          ...choices.map(({ id, name }) => ({
            value: id,
            label: t('look.byOption', { field: name }),
          })),
        ]}
        onChange={event => onChange({ ...draft, by: event.currentTarget.value })}
      />
    </>
  );
}

function RuleButtons({
  place,
  isLast,
  onMove,
  onRemove,
}: Pick<Props, 'place' | 'isLast' | 'onMove' | 'onRemove'>) {
  const { t } = useTranslation('grid');
  const shared = { variant: 'subtle', color: 'gray', size: 36 } as const;
  return (
    <span className={classes.away}>
      <ActionIcon
        {...shared}
        aria-label={t('look.earlier', { place })}
        aria-disabled={place === 1}
        onClick={() => place > 1 && onMove(-1)}
      >
        <IconArrowUp size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...shared}
        aria-label={t('look.later', { place })}
        aria-disabled={isLast}
        onClick={() => !isLast && onMove(1)}
      >
        <IconArrowDown size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon {...shared} aria-label={t('look.removeRule', { place })} onClick={onRemove}>
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </span>
  );
}

/** The colours with their names: nobody must tell them apart by sight. */
function Swatches({
  name,
  value,
  onChange,
}: {
  name: string;
  value: OptionColor;
  onChange: (color: OptionColor) => void;
}) {
  const { t } = useTranslation('grid');
  return (
    <fieldset className={classes.swatches}>
      <legend>{t('look.color')}</legend>
      {optionColors.map(color => (
        <label key={color} className={`${tones.tone} ${classes.swatch}`} data-color={color}>
          <input
            type="radio"
            name={name}
            value={color}
            checked={color === value}
            onChange={() => onChange(color)}
          />
          {t(`look.colorNames.${color}`)}
        </label>
      ))}
    </fieldset>
  );
}
