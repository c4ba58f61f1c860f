import type { Backup, BackupState, Rehearsal } from '@hzm/contracts/core/backups';
import type { Status } from '@hzm/contracts/core/status';
import * as api from '@hzm/contracts/features/backups/api';
import { Alert, Badge, Button, Group, Progress, ScrollArea } from '@mantine/core';
import { IconAlertTriangle, IconArchive, IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../lib/bytes-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { send } from '../../lib/http.ts';
import { formatParts } from '../../lib/list-text.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { formatMoment } from '../../lib/values/date-text.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useSending } from '../../ui/use-sending.ts';
import classes from './Status.module.css';

export function Backups({ status: { backups } }: { status: Status }) {
  const { t } = useTranslation('backups');
  const { busy, error, run } = useSending();
  if (!backups)
    return (
      <Panel title={t('title')}>
        <p className={classes.calm} data-backups="off">
          {t('off')}
        </p>
      </Panel>
    );
  const ask = (call: typeof api.makeBackup, done: string) => (): void =>
    void run(async () => {
      await send(call, { body: {} });
      notifyDone(done);
    });
  const hasReadable = backups.backups.some(({ problem }) => problem === null);
  const aside = (
    <Group gap={6}>
      <Button
        size="compact-sm"
        loading={busy}
        disabled={backups.running !== null}
        leftSection={<IconArchive size={15} aria-hidden />}
        onClick={ask(api.makeBackup, t('asked'))}
      >
        {t('make')}
      </Button>
      {hasReadable && (
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          disabled={backups.running !== null}
          leftSection={<IconShieldCheck size={15} aria-hidden />}
          onClick={ask(api.rehearseBackup, t('rehearsalAsked'))}
        >
          {t('rehearse')}
        </Button>
      )}
    </Group>
  );
  return (
    <Panel title={t('title')} aside={aside}>
      {error && <ErrorNotice error={error} />}
      <Failure state={backups} />
      <Running state={backups} />
      <Facts state={backups} />
      {backups.backups.length === 0 ? (
        <p className={classes.calm}>{t('none')}</p>
      ) : (
        <List backups={backups.backups} />
      )}
    </Panel>
  );
}

/** Last failure, in the server's words. */
function Failure({ state: { failed } }: { state: BackupState }) {
  const { t } = useTranslation('backups');
  const language = useLanguage();
  if (!failed) return null;
  return (
    <Alert
      color="red"
      m="md"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={t(`failed.${failed.kind}`, { time: formatMoment(failed.at, language) })}
      data-backup-failed
    >
      <span className={classes.words} lang="en">
        {failed.reason}
      </span>
    </Alert>
  );
}

function Running({ state: { running } }: { state: BackupState }) {
  const { t } = useTranslation('backups');
  if (!running) return null;
  const text = t(`running.${running.kind}`, { percent: Math.floor(running.share * 100) });
  return (
    <div className={classes.calm} role="status" data-backup-running={running.kind}>
      {text}
      <Progress value={running.share * 100} size="sm" mt={6} aria-label={text} />
    </div>
  );
}

function Facts({ state: { directory, times, keep, next, backups } }: { state: BackupState }) {
  const { t } = useTranslation('backups');
  const language = useLanguage();
  const last = backups
    .flatMap(({ rehearsal }) => rehearsal ?? [])
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))[0];
  return (
    <dl className={classes.facts}>
      <dt>{t('rehearsal')}</dt>
      <dd data-last-rehearsal={last && (last.isGood ? 'good' : 'bad')}>
        {last ? (
          <>
            <Verdict rehearsal={last} /> {formatMoment(last.at, language)}
          </>
        ) : (
          t('untried')
        )}
      </dd>
      <dt>{t('next')}</dt>
      <dd>{formatMoment(next, language)}</dd>
      <dt>{t('schedule')}</dt>
      <dd>{t('scheduleOf', { times: formatParts(times, language), keep })}</dd>
      <dt>{t('folder')}</dt>
      <dd>
        <code className={classes.words}>{directory}</code>
      </dd>
    </dl>
  );
}

function Verdict({ rehearsal: { isGood } }: { rehearsal: Rehearsal }) {
  const { t } = useTranslation('backups');
  return (
    <Badge miw="max-content" variant="light" tt="none" color={isGood ? 'green' : 'red'}>
      {t(isGood ? 'good' : 'bad')}
    </Badge>
  );
}

function List({ backups }: { backups: readonly Backup[] }) {
  const { t } = useTranslation('backups');
  return (
    <ScrollArea type="auto" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t('list') }}>
      <table className={`${classes.table} ${classes.wide}`}>
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            <th scope="col">{t('size')}</th>
            <th scope="col">{t('content')}</th>
            <th scope="col">{t('positions')}</th>
            <th scope="col">{t('rehearsal')}</th>
          </tr>
        </thead>
        <tbody>
          {backups.map(backup => (
            <Line key={backup.name} backup={backup} />
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function Line({
  backup: { name, endedAt, bytes, events, keys, begin, end, isEncrypted, problem, rehearsal },
}: {
  backup: Backup;
}) {
  const { t } = useTranslation('backups');
  const language = useLanguage();
  const number = (value: number | string | null): string =>
    value === null ? '' : formatNumber(Number(value), language);
  return (
    <tr data-backup={name}>
      <th scope="row">
        {endedAt !== null && formatMoment(endedAt, language)}
        <p className={classes.reason}>
          <code className={classes.name}>{name}</code>
        </p>
      </th>
      <td className="hzm-figures">{bytesText(bytes, language)}</td>
      <td>
        {problem === null ? (
          t('contentOf', { events: number(events), keys: number(keys) })
        ) : (
          <Badge miw="max-content" variant="light" tt="none" color="red">
            {t('unreadable')}
          </Badge>
        )}
        {problem !== null && (
          <p className={classes.reason} lang="en">
            {problem}
          </p>
        )}
        {isEncrypted && <p className={classes.reason}>{t('encrypted')}</p>}
      </td>
      <td className="hzm-figures">
        {begin !== null &&
          end !== null &&
          t('positionsOf', { begin: number(begin), end: number(end) })}
      </td>
      <td>{rehearsal ? <Outcome rehearsal={rehearsal} /> : t('untried')}</td>
    </tr>
  );
}

function Outcome({ rehearsal }: { rehearsal: Rehearsal }) {
  const { t } = useTranslation('backups');
  const language = useLanguage();
  const { at, seconds, isGood, reason, events, documents, uncompared } = rehearsal;
  const number = (value: number): string => formatNumber(value, language);
  return (
    <>
      <Verdict rehearsal={rehearsal} />
      <p className={classes.reason}>
        {t(isGood ? 'goodOf' : 'badOf', {
          time: formatMoment(at, language),
          seconds: number(seconds),
          events: number(events),
          documents: number(documents),
        })}
      </p>
      {reason !== null && (
        <p className={classes.reason} lang="en">
          {reason}
        </p>
      )}
      {uncompared > 0 && (
        <p className={classes.reason}>
          {t('uncompared', { count: uncompared, formatted: number(uncompared) })}
        </p>
      )}
    </>
  );
}
