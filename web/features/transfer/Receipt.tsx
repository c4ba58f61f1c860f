import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import type { SchemaChange } from '@hzm/contracts/features/transfers/transfer';
import type { TransferState } from '@hzm/contracts/features/transfers/transfer';
import type { Transfer, TransferredWidget } from '@hzm/contracts/features/transfers/transfer';
import { Badge, Button, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { ChangeList } from './ChangeList.tsx';
import { formatMoment } from './moment.ts';
import { UndoDialog } from './UndoDialog.tsx';
import classes from './Transfer.module.css';

/** A past transfer: person, time, changes by table, and undo. */
export function Receipt({
  transfer,
  project,
  onUndone,
}: {
  transfer: Transfer;
  project: Project;
  onUndone: (transfer: Transfer) => void;
}) {
  const { t } = useTranslation('transfer');
  const language = useLanguage();
  const [isAsked, setAsked] = useState(false);
  const { at, by, tables, widgets, undone } = transfer;
  const changed = tables.filter(({ state }) => state !== 'same');
  const nameOf = (name: string): string => name || t('receipt.somebody');
  return (
    <article
      className={classes.receipt}
      aria-label={t('receipt.by', { name: nameOf(by.name), at: formatMoment(at, language) })}
      data-undone={undone !== null || undefined}
    >
      <ReceiptHead nameOf={nameOf} transfer={transfer} />
      <ul className={classes.tables}>
        {changed.map(({ tableId, name, state, changes, rowsThatWouldNotFit: unfit }) => (
          <ReceiptTable key={tableId} name={name} changes={changes} state={state} unfit={unfit} />
        ))}
        {widgets.map(widget => (
          <ReceiptWidget key={widget.widgetId} widget={widget} />
        ))}
      </ul>
      {undone && (
        <Text size="sm" mt="sm">
          {t('receipt.undone', {
            name: nameOf(undone.by.name),
            at: formatMoment(undone.at, language),
          })}
        </Text>
      )}
      {!undone && mayAs(project.role, 'project:transfer') && (
        <Button
          mt="sm"
          size="xs"
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => setAsked(true)}
        >
          {t('receipt.undo')}
        </Button>
      )}
      <UndoDialog
        opened={isAsked}
        transfer={transfer}
        projectId={project.id}
        onUndone={onUndone}
        onClose={() => setAsked(false)}
      />
    </article>
  );
}

function ReceiptHead({
  nameOf,
  transfer,
}: {
  nameOf: (name: string) => string;
  transfer: Transfer;
}) {
  const { t } = useTranslation('transfer');
  const language = useLanguage();
  const { by, at, events, undone } = transfer;
  return (
    <header className={classes.receiptHead}>
      <div>
        <Text size="sm" fw={600}>
          {t('receipt.by', { name: nameOf(by.name), at: formatMoment(at, language) })}
        </Text>
        <Text size="sm" c="dimmed">
          {t('receipt.events', { count: events, formatted: formatNumber(events, language) })}
        </Text>
      </div>
      {undone && (
        <Badge variant="light" color="gray" tt="none">
          {t('receipt.isUndone')}
        </Badge>
      )}
    </header>
  );
}

function ReceiptWidget({ widget: { name, state } }: { widget: TransferredWidget }) {
  const { t } = useTranslation('transfer');
  return (
    <li>
      <Text size="sm" fw={600} className={classes.name}>
        {name}
      </Text>
      <Text size="sm">{t(state === 'new' ? 'receipt.widgetNew' : 'receipt.widgetChanged')}</Text>
    </li>
  );
}

function ReceiptTable({
  name,
  changes,
  state,
  unfit,
}: {
  name: string;
  changes: SchemaChange[];
  state: TransferState;
  unfit: number;
}) {
  const { t } = useTranslation('transfer');
  const language = useLanguage();
  return (
    <li>
      <Text size="sm" fw={600} className={classes.name}>
        {name}
      </Text>
      <ChangeList changes={changes} state={state} tense="did" />
      {unfit > 0 && (
        <Text size="sm" c="dimmed">
          {t('receipt.unfit', { count: unfit, formatted: formatNumber(unfit, language) })}
        </Text>
      )}
    </li>
  );
}
