import { logout } from '@hzm/contracts/features/accounts/api';
import { clearAll, getClearing } from '@hzm/contracts/features/portable/api';
import type { Clearing } from '@hzm/contracts/features/portable/portable';
import { CLEAR_SENTENCE } from '@hzm/contracts/features/portable/portable';
import { Alert, Button, Group, Loader, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { connectionAtom } from '../../realtime/socket.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { signOut } from '../../state/session.ts';
import { ConfirmTyped } from '../../ui/ConfirmTyped.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useAdminAnswer } from '../../ui/use-admin-answer.ts';
import { useSending } from '../../ui/use-sending.ts';
import { OfflineNote } from './OfflineNote.tsx';
import classes from './Portable.module.css';

const CONCERNS: ReadonlySet<string> = new Set(['clearing', 'person', 'listed-project']);

/** Figures of what is deleted. */
const FIGURES = ['people', 'projects', 'tables'] as const;

/** Deletes all data of everyone after a typed sentence, then signs out. */
export function DangerPanel() {
  const { t } = useTranslation('portable');
  const language = useLanguage();
  const navigate = useNavigate();
  const isOffline = useAtomValue(connectionAtom) === 'offline';
  const { busy, error, run, clear } = useSending();
  const [isAsking, setAsking] = useState(false);
  const [asked, setAsked] = useState<string | null>(null);
  const {
    data,
    error: unread,
    reload,
  } = useAdminAnswer(getClearing, {}, ({ kind }) => CONCERNS.has(kind));
  const last = data?.clearing ?? null;
  const isDone = asked !== null && last?.id === asked && last.state === 'done';
  useLeaving(navigate, isDone);
  const number = (value: number): string => formatNumber(value, language);
  const confirm = (): Promise<void> =>
    run(async () => {
      const { data: answer } = await send(clearAll, { body: { confirm: CLEAR_SENTENCE } });
      setAsked(answer.clearing.id);
      setAsking(false);
      reload();
    });
  const facts = data
    ? FIGURES.map(figure => ({ name: t(`clear.${figure}`), value: number(data[figure]) }))
    : [];
  const isRunning = last?.state === 'running';
  return (
    <Panel title={t('clear.title')}>
      <div className={classes.inside} data-clearing={last?.state}>
        <p className={classes.hint}>{t('clear.lead')}</p>
        {unread && <ErrorNotice error={unread} title={t('clear.unread')} onRetry={reload} />}
        {isRunning && data && <ClearingRuns number={number} data={data} />}
        {last?.state === 'stopped' && <Alert color="yellow">{t('clear.stopped')}</Alert>}
        <Group>
          <ClearButton
            isOffline={isOffline}
            isRunning={isRunning}
            data={data}
            clear={clear}
            setAsking={setAsking}
          />
        </Group>
        {isOffline && <OfflineNote />}
        <ClearQuestion
          isAsking={isAsking}
          busy={busy}
          confirm={confirm}
          setAsking={setAsking}
          facts={facts}
          error={error}
        />
      </div>
    </Panel>
  );
}

function ClearingRuns({
  number,
  data,
}: {
  number: (value: number) => string;
  data: { clearing: Clearing | null; people: number; projects: number; tables: number };
}) {
  const { t } = useTranslation('portable');
  return (
    <Alert color="red" role="status" icon={<Loader size={18} aria-hidden />}>
      <Text size="sm">
        {t('clear.running', { people: number(data.people), projects: number(data.projects) })}
      </Text>
    </Alert>
  );
}

function useLeaving(navigate: ReturnType<typeof useNavigate>, isDone: boolean) {
  const leave = useEffectEvent(async () => {
    void send(logout).catch(() => {});
    await navigate({ to: '/' });
    signOut();
  });
  useEffect(() => {
    if (isDone) void leave();
  }, [isDone]);
}

function ClearButton({
  isOffline,
  isRunning,
  data,
  clear,
  setAsking,
}: {
  isOffline: boolean;
  isRunning: boolean;
  data: { clearing: Clearing | null; people: number; projects: number; tables: number } | null;
  clear: () => void;
  setAsking: (value: boolean) => void;
}) {
  const { t } = useTranslation('portable');
  return (
    <Button
      color="red"
      variant="light"
      leftSection={<IconTrash size={17} aria-hidden />}
      disabled={isOffline || isRunning || !data}
      onClick={() => {
        clear();
        setAsking(true);
      }}
    >
      {t('clear.ask')}
    </Button>
  );
}

function ClearQuestion({
  isAsking,
  busy,
  confirm,
  setAsking,
  facts,
  error,
}: {
  isAsking: boolean;
  busy: boolean;
  confirm: () => Promise<void>;
  setAsking: (value: boolean) => void;
  facts: { name: string; value: string }[];
  error: ApiError | null;
}) {
  const { t } = useTranslation('portable');
  return (
    <ConfirmTyped
      opened={isAsking}
      title={t('clear.question')}
      warning={t('clear.warning')}
      name={CLEAR_SENTENCE}
      prompt={t('clear.prompt', { sentence: CLEAR_SENTENCE })}
      confirm={t('clear.confirm')}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={() => setAsking(false)}
    >
      <Facts facts={facts} />
      {error && <ErrorNotice error={error} title={t('clear.failed')} />}
    </ConfirmTyped>
  );
}
