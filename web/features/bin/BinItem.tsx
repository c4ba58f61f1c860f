import { ActionIcon, Button, Checkbox, Group, Text, Tooltip } from '@mantine/core';
import { IconRestore, IconTrashX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import type { Item } from './kinds.ts';
import classes from './Bin.module.css';

interface Props {
  item: Item;
  busy: boolean;
  isChosen: boolean;
  onChoose: (chosen: boolean) => void;
  onRestore: () => void;
  /** Absent if it cannot be erased by itself. */
  onErase: (() => void) | undefined;
}

export function BinItem({ item, busy, isChosen, onChoose, onRestore, onErase }: Props) {
  const { t } = useTranslation('bin');
  const language = useLanguage();
  const { name, detail, deletedAt, deletedBy, until, obstacle } = item;
  return (
    <li className={classes.item}>
      <Checkbox
        aria-label={t('choose', { name })}
        checked={isChosen && obstacle === undefined}
        disabled={obstacle !== undefined}
        onChange={event => onChoose(event.currentTarget.checked)}
      />
      <div className={classes.what}>
        <Text fw={600} dir="auto" className={classes.name}>
          {name}
        </Text>
        <Text size="sm" c="dimmed" className={classes.name}>
          {[detail, deletedBy.name === '' ? t('deleted') : t('deletedBy', { name: deletedBy.name })]
            .filter(Boolean)
            .join(' · ')}{' '}
          · <RelativeTime at={deletedAt} />
        </Text>
        {until !== null && (
          <Text size="sm">{t('until', { date: formatDate(until, language) })}</Text>
        )}
        {obstacle !== undefined && <Text size="sm">{obstacle}</Text>}
      </div>
      <Group gap="xs" wrap="nowrap" className={classes.actions}>
        <Button
          size="sm"
          variant="light"
          disabled={busy || obstacle !== undefined}
          leftSection={<IconRestore size={17} aria-hidden />}
          aria-label={t('restoreOf', { name })}
          onClick={onRestore}
        >
          {t('restore')}
        </Button>
        {onErase && (
          <Tooltip label={t('erase.open')}>
            <ActionIcon
              variant="subtle"
              color="red"
              size={36}
              aria-label={t('erase.openOf', { name })}
              onClick={onErase}
            >
              <IconTrashX size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
    </li>
  );
}
