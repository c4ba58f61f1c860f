import { changeRow } from '@hzm/contracts/features/rows/api';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { notifyDone } from '../../ui/notify.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { Question } from '../../ui/Question.tsx';
import { fieldNamed, type Difference } from './differences.ts';
import { useValueWords } from './use-value-words.ts';
import { valueText } from './value-text.ts';
import classes from './History.module.css';

export interface PutBack {
  readonly table: Table;
  readonly rowId: string;
  readonly difference: Difference;
}

/** Previews an earlier value of a cell, then writes it as a new change. Open while there is one. */
export function PutBackDialog({
  wanted,
  onClose,
  onDone,
}: {
  wanted: PutBack | null;
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation('history');
  const words = useValueWords();
  const text = (value: Difference['after']): string =>
    valueText(value, fieldNamed(wanted?.table, wanted?.difference.name ?? ''), words);
  const confirm = async (): Promise<void> => {
    if (wanted === null) return;
    const {
      table,
      rowId,
      difference: { name, before },
    } = wanted;
    await send(changeRow, { params: { tableId: table.id, rowId }, body: { [name]: before } });
    notifyDone(t('putBackDone'));
    onClose();
    onDone();
  };
  return (
    <Dialog opened={wanted !== null} onClose={onClose} title={t('putBackTitle')}>
      <Question
        failed={t('putBackFailed')}
        confirm={t('putBack')}
        isHarmless
        onConfirm={confirm}
        onClose={onClose}
      >
        <Text>{t('putBackText', { field: wanted?.difference.name ?? '' })}</Text>
        {wanted && (
          <p className={classes.preview}>
            <del>{text(wanted.difference.after)}</del> → <ins>{text(wanted.difference.before)}</ins>
          </p>
        )}
      </Question>
    </Dialog>
  );
}
