import {
  MAX_LAG,
  type DamagedInLog,
  type Paused,
  type Status,
  type ViewState,
} from '@hzm/contracts/core/status';
import * as api from '@hzm/contracts/features/status/api';
import { Badge, Button, Group, Progress, ScrollArea } from '@mantine/core';
import { IconRefresh, IconReload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useSending } from '../../ui/use-sending.ts';
import classes from './Status.module.css';

export function Views({ status }: { status: Status }) {
  const { t } = useTranslation('status');
  return (
    <Panel title={t('views.title')}>
      <ScrollArea
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t('views.title') }}
      >
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('views.name')}</th>
              <th scope="col">{t('views.state')}</th>
              <th scope="col">{t('views.lag')}</th>
              <th scope="col">{t('views.position')}</th>
              <th scope="col">{t('views.actions')}</th>
            </tr>
          </thead>
          <tbody>
            {status.views.map(view => (
              <View key={view.name} view={view} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </Panel>
  );
}

function View({
  view: { name, version, position, lagEvents, lagSeconds, paused, rebuilding, rebuildStopped },
}: {
  view: ViewState;
}) {
  const { t } = useTranslation('status');
  const language = useLanguage();
  const { busy, error, run } = useSending();
  const number = (value: number): string => formatNumber(value, language);
  const ask = (call: typeof api.retryView, done: string) => (): void =>
    void run(async () => {
      await send(call, { params: { view: name }, body: {} });
      notifyDone(done);
    });
  /** A damaged event has a known kind of damage; errors of projections and stores are quoted. */
  const words = ({ cause, position: at, type, stream, reason }: Paused) => ({
    position: number(Number(at)),
    type,
    stream,
    reason: cause === 'damaged' ? t(`damage.${reason as DamagedInLog['reason']}`) : reason,
  });
  const state = paused
    ? 'paused'
    : rebuilding
      ? 'rebuilding'
      : lagEvents > 0
        ? 'behind'
        : 'current';
  const colors = { paused: 'red', rebuilding: 'blue', behind: 'yellow', current: 'green' } as const;
  return (
    <tr data-view={name}>
      <th scope="row">
        <span translate="no">{name}</span> <small>{t('views.version', { version })}</small>
      </th>
      <StateCell
        colors={colors}
        state={state}
        paused={paused}
        words={words}
        rebuildStopped={rebuildStopped}
        rebuilding={rebuilding}
        number={number}
        error={error}
      />
      <td className="hzm-figures">
        {t('views.lagOf', {
          events: lagEvents >= MAX_LAG ? `${number(MAX_LAG)}+` : number(lagEvents),
          seconds: number(Math.round(lagSeconds * 10) / 10),
        })}
      </td>
      <td className="hzm-figures">{number(Number(position))}</td>
      <td>
        <ViewActions paused={paused} busy={busy} ask={ask} rebuilding={rebuilding} name={name} />
      </td>
    </tr>
  );
}

function StateCell({
  colors,
  state,
  paused,
  words,
  rebuildStopped,
  rebuilding,
  number,
  error,
}: {
  colors: { paused: 'red'; rebuilding: 'blue'; behind: 'yellow'; current: 'green' };
  state: 'behind' | 'current' | 'paused' | 'rebuilding';
  paused: Paused | null;
  words: (value: Paused) => { position: string; type: string; stream: string; reason: string };
  rebuildStopped: Paused | null;
  rebuilding: { share: number; secondsLeft: number | null } | null;
  number: (value: number) => string;
  error: ApiError | null;
}) {
  const { t } = useTranslation('status');
  return (
    <td>
      <Badge miw="max-content" variant="light" tt="none" color={colors[state]}>
        {t(`views.${state}`)}
      </Badge>
      {paused && (
        <p className={classes.reason}>{t(`views.pausedBy.${paused.cause}`, words(paused))}</p>
      )}
      {rebuildStopped && (
        <p className={classes.reason} data-stopped>
          {t('views.rebuildStopped')}{' '}
          {t(`views.pausedBy.${rebuildStopped.cause}`, words(rebuildStopped))}
        </p>
      )}
      {rebuilding && <RebuildProgress rebuilding={rebuilding} number={number} />}
      {error && <ErrorNotice error={error} />}
    </td>
  );
}

function RebuildProgress({
  rebuilding,
  number,
}: {
  rebuilding: { share: number; secondsLeft: number | null };
  number: (value: number) => string;
}) {
  const { t } = useTranslation('status');
  return (
    <>
      <Progress
        value={rebuilding.share * 100}
        size="sm"
        mt={6}
        aria-label={t('views.rebuilding')}
      />
      <p className={classes.reason}>
        {t('views.progress', { percent: number(Math.floor(rebuilding.share * 100)) })}
        {rebuilding.secondsLeft !== null &&
          ` ${t('views.left', { seconds: number(Math.ceil(rebuilding.secondsLeft)) })}`}
      </p>
    </>
  );
}

function ViewActions({
  paused,
  busy,
  ask,
  rebuilding,
  name,
}: {
  paused: Paused | null;
  busy: boolean;
  ask: (call: typeof api.retryView, done: string) => () => void;
  rebuilding: { share: number; secondsLeft: number | null } | null;
  name: string;
}) {
  const { t } = useTranslation('status');
  return (
    <Group gap={6} wrap="nowrap">
      {paused && (
        <Button
          size="compact-sm"
          loading={busy}
          leftSection={<IconReload size={15} aria-hidden />}
          onClick={ask(api.retryView, t('views.retried'))}
        >
          {t('views.retry')}
        </Button>
      )}
      {!rebuilding && (
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          aria-label={t('views.rebuildOf', { name })}
          leftSection={<IconRefresh size={15} aria-hidden />}
          onClick={ask(api.rebuildView, t('views.rebuildAsked'))}
        >
          {t('views.rebuild')}
        </Button>
      )}
    </Group>
  );
}
