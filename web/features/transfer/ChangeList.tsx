import type { SchemaChange, TransferState } from '@hzm/contracts/features/transfers/transfer';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useChangeText, type Tense } from './use-change-text.ts';
import classes from './Transfer.module.css';

/** Changes of a table, one sentence each; for a new table only its fields. */
export function ChangeList({
  changes,
  state,
  tense,
}: {
  changes: readonly SchemaChange[];
  state?: TransferState;
  tense: Tense;
}) {
  const { t } = useTranslation('transfer');
  const textOf = useChangeText();
  return (
    <>
      {state === 'new' && (
        <Text size="sm">{t(`change.${tense}.table-new`, { count: changes.length })}</Text>
      )}
      {changes.length > 0 && (
        <ul className={classes.changes}>
          {changes.map(change => (
            <li
              key={`${change.kind}/${'fieldId' in change ? change.fieldId : ''}`}
              data-change={change.kind}
            >
              {textOf(change, tense)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
