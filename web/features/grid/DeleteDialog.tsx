import { memberOf } from '@hzm/contracts/core/json';
import { Button, Group, Stack, Text } from '@mantine/core';
import type { Field } from '@hzm/contracts/features/tables/table';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/Overlay.tsx';
import { formatted } from '../../lib/values/value-text.ts';
import type { Words } from '../../lib/values/value-text.ts';
import classes from './RowForm.module.css';
import type { RowView } from './model/row-view.ts';

interface Props {
  fields: readonly Field[];
  row: RowView | undefined;
  words: Words;
  onDelete: (rowId: string) => void;
  onClose: () => void;
}

/** Asks before a row is deleted, and shows its first three fields. */
export function DeleteDialog({ fields, row, words, onDelete, onClose }: Props) {
  const { t } = useTranslation('grid');
  return (
    <Dialog opened={row !== undefined} onClose={onClose} title={t('deleteTitle')}>
      <Stack>
        <Text>{t('deleteText')}</Text>
        <dl className={classes.facts}>
          {row && fields.slice(0, 3).map(field => (
            <div key={field.id}><dt>{field.name}</dt><dd>{formatted(field, memberOf(row.values, field.name) ?? null, words) || t('empty')}</dd></div>
          ))}
        </dl>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>{t('cancel')}</Button>
          <Button color="red" onClick={() => { if (row) onDelete(row.id); }}>{t('delete')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
