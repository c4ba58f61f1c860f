import type { AnswerOf } from '@hzm/contracts/core/call';
import type { Project } from '@hzm/contracts/features/projects/project';
import type { transferToLive } from '@hzm/contracts/features/transfers/api';
import { Alert, Anchor, Button, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { Receipt } from './Receipt.tsx';
import classes from './Transfer.module.css';

/** Outcome of a transfer, with its receipt. */
export function Landed({
  answer,
  live,
  onClose,
}: {
  answer: AnswerOf<typeof transferToLive>;
  live: Project;
  onClose: () => void;
}) {
  const { t } = useTranslation('transfer');
  const [receipt, setReceipt] = useState(answer.transfer);
  return (
    <>
      <Outcome answer={answer} />
      {receipt && <Receipt transfer={receipt} project={live} onUndone={setReceipt} />}
      <div className={classes.foot}>
        <div className={classes.actions}>
          <div className={classes.sum}>
            <Anchor
              component={Link}
              to="/projects/$id/transfers"
              params={{ id: live.id } as never}
              size="sm"
              underline="always"
            >
              {t('earlier')}
            </Anchor>
          </div>
          <Button data-autofocus onClick={onClose}>
            {t('close')}
          </Button>
        </div>
      </div>
    </>
  );
}

function Outcome({
  answer: {
    widgets,
    summary: { successful, skipped },
  },
}: {
  answer: AnswerOf<typeof transferToLive>;
}) {
  const { t } = useTranslation('transfer');
  const language = useLanguage();
  const isDone = successful + widgets.length > 0;
  const number = (value: number): string => formatNumber(value, language);
  return (
    <Alert
      color={isDone ? 'teal' : 'gray'}
      role="status"
      mb="md"
      icon={<IconCheck size={20} aria-hidden />}
      title={isDone ? t('receipt.done') : undefined}
    >
      {!isDone && <Text size="sm">{t('receipt.nothing')}</Text>}
      {successful > 0 && (
        <Text size="sm">
          {t('receipt.summary', { count: successful, formatted: number(successful) })}
          {skipped > 0 &&
            ` ${t('receipt.skipped', { count: skipped, formatted: number(skipped) })}`}
        </Text>
      )}
      {widgets.length > 0 && (
        <Text size="sm">
          {t('receipt.widgets', { count: widgets.length, formatted: number(widgets.length) })}
        </Text>
      )}
    </Alert>
  );
}
