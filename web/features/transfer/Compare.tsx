import type { AnswerOf } from '@hzm/contracts/core/call';
import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { transferToLive } from '@hzm/contracts/features/transfers/api';
import type { Comparison } from '@hzm/contracts/features/transfers/transfer';
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
import { differing, goingOf, NO_CHOICE, withChoice, type Going } from './choice.ts';
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

const mayTransfer = ({ role }: Project): boolean => mayAs(role, 'project:transfer');

interface Props {
  test: Project;
  live: Project;
  onClose: () => void;
}

/** Compares both sides, lets the reader choose tables and widgets, and transfers them. */
export function Compare({ test, live, onClose }: Props) {
  const { t } = useTranslation('transfer');
  const transferring = useTransferring(test.id, live.id);
  const isWatched = !transferring.busy && transferring.landed === null;
  const compared = useComparison(test.id, live.id, isWatched);
  const { comparison, error, reload } = compared;
  if (transferring.landed)
    return <Landed answer={transferring.landed} live={live} onClose={onClose} />;
  if (comparison === null)
    return error ? (
      <FailedNotice error={error} what="loadFailed" onRetry={reload} />
    ) : (
      <Waiting text={t('loading')} heights={[20, 64, 64, 64]} gap="sm" />
    );
  return (
    <Choosing
      test={test}
      live={live}
      compared={{ ...compared, comparison }}
      transferring={transferring}
      onClose={onClose}
    />
  );
}

type Transferring = ReturnType<typeof useTransferring>;

/** The transfer, which a comparison that became stale meanwhile stops. */
function useTransferring(testProjectId: string, liveProjectId: string) {
  const { busy, error, run } = useSending();
  const [landed, setLanded] = useState<AnswerOf<typeof transferToLive> | null>(null);
  const [isStale, setStale] = useState(false);
  const transfer = (
    { tables, widgets, broken }: Going,
    { comparison: { comparison }, reload, accept }: Compared,
  ): Promise<void> =>
    run(async () => {
      setStale(false);
      try {
        const { data } = await send(transferToLive, {
          ...(broken !== '' && { query: { force: 'true' } }),
          body: {
            testProjectId,
            liveProjectId,
            tableIds: tables.map(({ id }) => id),
            widgetIds: widgets.map(({ id }) => id),
            comparison,
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
  return { busy, error, landed, isStale, transfer };
}

type Compared = ReturnType<typeof useComparison> & { readonly comparison: Comparison };

function Choosing({
  test,
  live,
  compared,
  transferring,
  onClose,
}: Props & { compared: Compared; transferring: Transferring }) {
  const { t } = useTranslation('transfer');
  const { comparison, fresh } = compared;
  const may = mayTransfer(live);
  const choice = useChoice(comparison);
  const going = goingOf(comparison, may ? choice : NO_CHOICE);
  return (
    <>
      <Text size="sm" mb="md">
        {t('lead', { test: test.name, live: live.name })}
      </Text>
      <Notices may={may} isStale={transferring.isStale} compared={compared} />
      <ComparedTables
        comparison={going.shown}
        liveProjectId={live.id}
        fresh={fresh}
        chosen={choice.tables}
        onChoose={may ? choice.chooseTable : undefined}
        all={may && <ChooseAll going={going} onChoose={choice.chooseTables} />}
      />
      <ComparedWidgets
        comparison={comparison}
        tables={going.tableIds}
        chosen={choice.widgets}
        onChoose={may ? choice.chooseWidget : undefined}
      />
      <div className={classes.foot}>
        {transferring.error && <FailedNotice error={transferring.error} what="failed" />}
        <Acts
          live={live}
          going={going}
          compared={compared}
          transferring={transferring}
          onClose={onClose}
        />
      </div>
    </>
  );
}

/** The end of the dialog: what is transferred, whether broken parts are accepted, and the start. */
function Acts({
  live,
  going,
  compared,
  transferring: { busy, transfer },
  onClose,
}: Omit<Props, 'test'> & { going: Going; compared: Compared; transferring: Transferring }) {
  const { t } = useTranslation('transfer');
  // Broken parts that the reader accepted; others ask again.
  const [meant, setMeant] = useState('');
  const { broken } = going;
  return (
    <>
      {broken !== '' && (
        <Checkbox
          label={t('broken.meant')}
          checked={meant === broken}
          onChange={event => setMeant(event.currentTarget.checked ? broken : '')}
        />
      )}
      <div className={classes.actions}>
        <Sum liveId={live.id} going={going} />
        <Button variant="default" onClick={onClose}>
          {t('notNow')}
        </Button>
        {mayTransfer(live) && (
          <TransferButton
            going={going}
            busy={busy}
            isReady={!compared.isComparing && compared.error === null && meant === broken}
            onTransfer={() => void transfer(going, compared)}
          />
        )}
      </div>
    </>
  );
}

/** Chosen tables and widgets: at first all that differ, except widgets that live has newer. */
function useChoice(comparison: Comparison) {
  const [tables, setTables] = useState(() => differing(comparison.tables));
  const [widgets, setWidgets] = useState(() =>
    differing(comparison.widgets.filter(({ liveIsNewer }) => !liveIsNewer)),
  );
  return {
    tables,
    widgets,
    chooseTables: (ids: readonly string[]): void => setTables(new Set(ids)),
    chooseTable: (id: string, isChosen: boolean): void =>
      setTables(now => withChoice(now, id, isChosen)),
    chooseWidget: (id: string, isChosen: boolean): void =>
      setWidgets(now => withChoice(now, id, isChosen)),
  };
}

/** Says what keeps the comparison from being of now, and what the reader may not do. */
function Notices({
  may,
  isStale,
  compared: { changedBy, error, reload },
}: {
  may: boolean;
  isStale: boolean;
  compared: Compared;
}) {
  const { t } = useTranslation('transfer');
  const isOffline = useAtomValue(connectionAtom) === 'offline';
  return (
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
      {error && !isOffline && <FailedNotice error={error} what="loadFailed" onRetry={reload} />}
    </div>
  );
}

function ChooseAll({
  going: { tables, differingTables },
  onChoose,
}: {
  going: Going;
  onChoose: (ids: readonly string[]) => void;
}) {
  const { t } = useTranslation('transfer');
  if (differingTables.length < 2) return null;
  return (
    <Checkbox
      label={t('chooseAll')}
      checked={tables.length === differingTables.length}
      indeterminate={tables.length > 0 && tables.length < differingTables.length}
      onChange={event =>
        onChoose(event.currentTarget.checked ? differingTables.map(({ id }) => id) : [])
      }
    />
  );
}

/** The choice in numbers, and the way to earlier transfers. */
function Sum({ liveId, going: { tables, widgets, unfit } }: { liveId: string; going: Going }) {
  const { t } = useTranslation('transfer');
  const language = useLanguage();
  const counted = (count: number) => ({ count, formatted: formatNumber(count, language) });
  return (
    <div className={classes.sum}>
      <Text size="sm">
        {t('chosen', counted(tables.length))}
        {widgets.length > 0 && ` · ${t('widgets.chosen', counted(widgets.length))}`}
        {unfit > 0 && ` · ${t('unfitInAll', counted(unfit))}`}
      </Text>
      <Anchor
        component={Link}
        to="/projects/$id/transfers"
        params={{ id: liveId } as never}
        size="sm"
        underline="always"
      >
        {t('earlier')}
      </Anchor>
    </div>
  );
}

function TransferButton({
  going: { tables, widgets },
  busy,
  isReady,
  onTransfer,
}: {
  going: Going;
  busy: boolean;
  isReady: boolean;
  onTransfer: () => void;
}) {
  const { t } = useTranslation('transfer');
  const language = useLanguage();
  const isOffline = useAtomValue(connectionAtom) === 'offline';
  const count = tables.length;
  return (
    <Button
      loading={busy}
      disabled={count + widgets.length === 0 || !isReady || isOffline}
      onClick={onTransfer}
    >
      {count === 0 || widgets.length > 0
        ? t('confirmNone')
        : t('confirm', { count, formatted: formatNumber(count, language) })}
    </Button>
  );
}
