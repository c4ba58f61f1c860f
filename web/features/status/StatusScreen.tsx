import type { Status } from '@hzm/contracts/core/status';
import { Alert } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useStatus } from '../../ui/use-status.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { Backups } from './Backups.tsx';
import { Damages } from './Damages.tsx';
import { Figures } from './Figures.tsx';
import { Processes } from './Processes.tsx';
import { StoreCards } from './StoreCards.tsx';
import { sumsOf } from './sums.ts';
import { Views } from './Views.tsx';
import classes from './Status.module.css';

/** Live state of all processes and stores, for administrators. `children` adds further panels. */
export function StatusScreen({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('status');
  const language = useLanguage();
  const { status, error, reload, isOld, silence } = useStatus();
  return (
    <Page title={t('title')} subtitle={t('lead')}>
      {error && (
        <ErrorNotice
          error={error}
          title={t(error.status === 403 ? 'forbidden' : 'failed')}
          onRetry={reload}
        />
      )}
      <div role="status">
        {isOld && (
          <Alert color="yellow" icon={<IconPlugConnectedX size={18} aria-hidden />}>
            {t('old', { seconds: formatNumber(Math.round(silence / 1000), language) })}
          </Alert>
        )}
      </div>
      {!status && !error && <Waiting text={t('loading')} heights={[110, 260]} />}
      {status && (
        <div className={classes.board} data-old={isOld || undefined}>
          <Figures status={status} />
          <Backups status={status} />
          <Views status={status} />
          <Damages status={status} />
          <div className={classes.beside}>
            <StoreCards status={status} />
            <Refusals status={status} />
          </div>
          <Processes processes={status.processes} now={status.at} />
        </div>
      )}
      {children}
    </Page>
  );
}

/** Refusals of the last minute by reason. */
function Refusals({ status }: { status: Status }) {
  const { t } = useTranslation('status');
  const language = useLanguage();
  const { refusals } = sumsOf(status);
  return (
    <Panel title={t('refusals.title')}>
      {refusals.length === 0 ? (
        <p className={classes.calm}>{t('refusals.none')}</p>
      ) : (
        <dl className={classes.facts}>
          {refusals.map(([code, count]) => (
            <div key={code} className={classes.fact}>
              <dt>
                <code>{code}</code>
              </dt>
              <dd className="hzm-figures">{formatNumber(count, language)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}
