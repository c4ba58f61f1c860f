import { Id } from '@hzm/contracts/core/ids';
import { rowHistory } from '@hzm/contracts/features/rows/api';
import { Button, Stack, Text, Title } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../../ui/use-answer.ts';
import { Waiting } from '../../../ui/Waiting.tsx';

interface Props {
  tableId: string;
  rowId: string;
  /** Whether it is known not to be in the table. */
  isGone: boolean;
  /** Absent for who only reads. */
  onBack: (() => void) | undefined;
  onClose: () => void;
}

/**
 * The address of a row that is not here: it is being read, it was deleted and can be brought back,
 * or there never was one.
 */
export function GoneRow({ tableId, rowId, isGone, onBack, onClose }: Props) {
  const { t } = useTranslation('grid');
  const wasEver = useWasEver(tableId, rowId, isGone);
  if (wasEver === false) {
    return (
      <Stack align="flex-start" gap="sm" role="status">
        <Title order={3} size="h5">
          {t('missing.row')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('missing.rowText')}
        </Text>
        <Button onClick={onClose} data-autofocus>
          {t('missing.toRows')}
        </Button>
      </Stack>
    );
  }
  if (!isGone || wasEver === undefined)
    return <Waiting text={t('rowsLoading')} heights={[58, 58, 58]} />;
  return (
    <Stack align="flex-start" gap="sm">
      <Text role="status">{t('rowGone')}</Text>
      <Text size="sm" c="dimmed">
        {t('rowGoneHint')}
      </Text>
      {onBack ? (
        <Button leftSection={<IconRestore size={16} aria-hidden />} onClick={onBack} data-autofocus>
          {t('bringBack')}
        </Button>
      ) : (
        <Button onClick={onClose} data-autofocus>
          {t('missing.toRows')}
        </Button>
      )}
    </Stack>
  );
}

/**
 * Whether there ever was such a row, which its history knows; undefined while it is asked. Where
 * that cannot be read, there may have been one.
 */
function useWasEver(tableId: string, rowId: string, isGone: boolean): boolean | undefined {
  const isId = Id.safeParse(rowId).success;
  const { data, error } = useAnswer(
    rowHistory,
    isGone && isId ? { params: { tableId, rowId }, query: { limit: 1 } } : null,
  );
  if (!isId) return false;
  return data ? true : error ? error.status !== 404 : undefined;
}
