import type { AnswerOf } from '@hzm/contracts/core/call';
import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { transferToLive } from '@hzm/contracts/features/transfers/api';
import type { ComparedTable, Comparison } from '@hzm/contracts/features/transfers/transfer';
import { Alert, Anchor, Button, Checkbox, Text } from '@mantine/core';
import { IconCloudOff, IconEye, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../lib/api-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { connectionAtom } from '../../realtime/socket.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { useSending } from '../../ui/use-sending.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { goingWidgets, withoutReplaced } from './chosen-widgets.ts';
import { ComparedTables } from './ComparedTables.tsx';
import { ComparedWidgets } from './ComparedWidgets.tsx';
import { FailedNotice } from './FailedNotice.tsx';
import { Landed } from './Landed.tsx';
import { useComparison } from './use-comparison.ts';
import classes from './Transfer.module.css';

/** Returns the new comparison in a refusal of a stale one. */
const staleIn = (data: unknown): Comparison | undefined =>
  typeof data === 'object' && data !== null && 'comparison' in data
    ? (data as Comparison)
    : undefined;

/** Identifies the endpoints and widgets that a transfer of these tables breaks; empty if none. */
const brokenIn = (tables: readonly ComparedTable[]): string =>
  [
    ...new Set(
      tables.flatMap(({ endpoints, widgets }) => [
        ...endpoints.map(({ id, version }) => `${id}/${version}`),
        ...widgets.map(({ id }) => id),
      ]),
    ),
  ]
    .toSorted()
    .join(' ');

interface Props {
  test: Project;
  live: Project;
  onClose: () => void;
}

/** Compares both sides, lets the reader choose tables, and transfers them. */
export function Compare({ test, live, onClose }: Props) {
  const { t } = useTranslation('transfer');
  const language = useLanguage();
  const isOffline = useAtomValue(connectionAtom) === 'offline';
  const { busy, error, run } = useSending();
  const [landed, setLanded] = useState<AnswerOf<typeof transferToLive> | null>(null);
  const [isStale, setStale] = useState(false);
  const {
    comparison,
    error: unread,
    isComparing,
    fresh,
    changedBy,
    reload,
    accept,
  } = useComparison(test.id, live.id, !busy && landed === null);
  // Initial selection: what differs, except widgets that live has a later version of.
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [chosenWidgets, setChosenWidgets] = useState<ReadonlySet<string>>(new Set());
  if (chosen === null && comparison !== null) {
    const { tables, widgets } = comparison;
    const differing = (of: typeof tables | typeof widgets) =>
      new Set(of.flatMap(({ id, state }) => (state === 'same' ? [] : [id])));
    setChosen(differing(tables));
    setChosenWidgets(differing(widgets.filter(({ liveIsNewer }) => !liveIsNewer)));
  }

  // Broken parts that the reader accepted; others ask again.
  const [meant, setMeant] = useState('');

  if (landed) return <Landed answer={landed} live={live} onClose={onClose} />;
  if (comparison === null)
    return unread ? (
      <FailedNotice error={unread} what="loadFailed" onRetry={reload} />
    ) : (
      <Waiting text={t('loading')} heights={[20, 64, 64, 64]} gap="sm" />
    );

  const may = mayAs(live.role, 'project:transfer');
  const goingTables = new Set(
    comparison.tables.flatMap(({ id, state }) =>
      may && state !== 'same' && chosen?.has(id) ? [id] : [],
    ),
  );
  const widgets = may ? goingWidgets(comparison.widgets, chosenWidgets, goingTables) : [];
  const shown = withoutReplaced(comparison, widgets);
  const differing = shown.tables.filter(({ state }) => state !== 'same');
  const going = differing.filter(({ id }) => goingTables.has(id));
  const broken = brokenIn(going);
  const unfit = going.reduce((sum, { rowsThatWouldNotFit }) => sum + rowsThatWouldNotFit, 0);
  const number = (value: number): string => formatNumber(value, language);
  const transfer = (): Promise<void> =>
    run(async () => {
      setStale(false);
      try {
        const { data } = await send(transferToLive, {
          ...(broken !== '' && { query: { force: 'true' } }),
          body: {
            testProjectId: test.id,
            liveProjectId: live.id,
            tableIds: going.map(({ id }) => id),
            widgetIds: widgets.map(({ id }) => id),
            comparison: comparison.comparison,
          },
        });
        setLanded(data);
      } catch (thrown) {
        const now = staleIn(asApiError(thrown).data);
        if (now === undefined) {
          // An endpoint may have been published meanwhile.
          reload();
          throw thrown;
        }
        accept(now);
        setStale(true);
      }
    });

  return (
    <>
      <Text size="sm" mb="md">
        {t('lead', { test: test.name, live: live.name })}
      </Text>
      <div aria-live="polite" className={classes.notices}>
        {isOffline && (
          <Alert color="yellow" p="sm" icon={<IconCloudOff size={18} aria-hidden />}>
            {t('offline')}
          </Alert>
        )}
        {isStale && (
          <Alert color="yellow" p="sm" role="alert" icon={<IconRefresh size={18} aria-hidden />}>
            {t('stale')}
          </Alert>
        )}
        {!isStale && changedBy !== null && (
          <Alert color="blue" p="sm" icon={<IconRefresh size={18} aria-hidden />}>
            {changedBy === '' ? t('changedBySomebody') : t('changed', { name: changedBy })}
          </Alert>
        )}
        {!may && (
          <Alert color="gray" p="sm" icon={<IconEye size={18} aria-hidden />}>
            {t('readOnly')}
          </Alert>
        )}
        {unread && !isOffline && <FailedNotice error={unread} what="loadFailed" onRetry={reload} />}
      </div>
      <ComparedTables
        comparison={shown}
        liveProjectId={live.id}
        fresh={fresh}
        chosen={chosen ?? new Set()}
        onChoose={
          may
            ? (id, isChosen) =>
                setChosen(
                  now =>
                    new Set(
                      [...(now ?? [])].filter(other => other !== id).concat(isChosen ? [id] : []),
                    ),
                )
            : undefined
        }
        all={
          may &&
          differing.length > 1 && (
            <Checkbox
              label={t('chooseAll')}
              checked={going.length === differing.length}
              indeterminate={going.length > 0 && going.length < differing.length}
              onChange={event =>
                setChosen(new Set(event.currentTarget.checked ? differing.map(({ id }) => id) : []))
              }
            />
          )
        }
      />
      <ComparedWidgets
        comparison={comparison}
        tables={goingTables}
        chosen={chosenWidgets}
        onChoose={
          may
            ? (id, isChosen) =>
                setChosenWidgets(
                  now =>
                    new Set([...now].filter(other => other !== id).concat(isChosen ? [id] : [])),
                )
            : undefined
        }
      />
      <div className={classes.foot}>
        {error && <FailedNotice error={error} what="failed" />}
        {broken !== '' && (
          <Checkbox
            label={t('broken.meant')}
            checked={meant === broken}
            onChange={event => setMeant(event.currentTarget.checked ? broken : '')}
          />
        )}
        <div className={classes.actions}>
          <div className={classes.sum}>
            <Text size="sm">
              {t('chosen', { count: going.length, formatted: number(going.length) })}
              {widgets.length > 0 &&
                ` · ${t('widgets.chosen', { count: widgets.length, formatted: number(widgets.length) })}`}
              {unfit > 0 && ` · ${t('unfitInAll', { count: unfit, formatted: number(unfit) })}`}
            </Text>
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
          <Button variant="default" onClick={onClose}>
            {t('notNow')}
          </Button>
          {may && (
            <Button
              loading={busy}
              disabled={
                going.length + widgets.length === 0 ||
                meant !== broken ||
                isComparing ||
                isOffline ||
                unread !== null
              }
              onClick={() => void transfer()}
            >
              {going.length === 0 || widgets.length > 0
                ? t('confirmNone')
                : t('confirm', { count: going.length, formatted: number(going.length) })}
            </Button>
          )}
        </div>
      </div>
    </>
  );
}
