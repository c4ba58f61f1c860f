import { getWebhook, resumeWebhook } from '@hzm/contracts/features/webhooks/api';
import type { Webhook as Hook } from '@hzm/contracts/features/webhooks/webhook';
import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../lib/http.ts';
import { useLanguage } from '../../../../lib/use-language.ts';
import { formatMoment } from '../../../../lib/values/date-text.ts';
import { ErrorNotice } from '../../../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../../../ui/notify.tsx';
import { useAnswer } from '../../../../ui/use-answer.ts';
import { useChanges } from '../../../../ui/use-changes.ts';
import { useSending } from '../../../../ui/use-sending.ts';
import { Waiting } from '../../../../ui/Waiting.tsx';
import { Calls } from './Calls.tsx';
import { Choices } from './Choices.tsx';
import { Secret } from './Secret.tsx';

const OF_WEBHOOK: ReadonlySet<string> = new Set(['webhook']);
/** Interval of reloads while calls may be under way, in milliseconds. */
const RELOAD_MS = 5_000;

const colors: Readonly<Record<Hook['state'], string>> = {
  off: 'gray',
  sending: 'green',
  waiting: 'yellow',
  paused: 'red',
};

/** The webhook of a project: state, choices, secret, and the last calls. */
export function Webhook({ projectId }: { projectId: string }) {
  const { t } = useTranslation('webhooks');
  const { data, error, reload, reloadFrom } = useAnswer(getWebhook, { params: { projectId } });
  useChanges(projectId, OF_WEBHOOK, reloadFrom);
  const webhook = data?.webhook;
  const isOn = webhook !== undefined && webhook.state !== 'off';
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') reload();
    }, RELOAD_MS);
    return () => clearInterval(timer);
  }, [isOn, reload]);
  return (
    <Stack>
      <Text size="sm">{t('lead')}</Text>
      {error && <ErrorNotice error={error} title={t('failed')} onRetry={reload} />}
      {!webhook && !error && <Waiting text={t('loading')} heights={[160]} />}
      {webhook && (
        <>
          <State projectId={projectId} webhook={webhook} onDone={reloadFrom} />
          <Choices projectId={projectId} webhook={webhook} onDone={reloadFrom} />
          <Secret projectId={projectId} webhook={webhook} onDone={reloadFrom} />
          <Calls projectId={projectId} webhook={webhook} onDone={reloadFrom} />
        </>
      )}
    </Stack>
  );
}

interface Props {
  projectId: string;
  webhook: Hook;
  onDone: (position: string) => void;
}

function State({ projectId, webhook, onDone }: Props) {
  const { t } = useTranslation('webhooks');
  const language = useLanguage();
  const { state, tries, nextTryAt, paused } = webhook;
  return (
    <Stack gap="xs">
      <Group gap="xs" role="status">
        <Badge variant="light" tt="none" color={colors[state]}>
          {t(`states.${state}`)}
        </Badge>
        {state === 'off' && <Text size="sm">{t('offHint')}</Text>}
        {nextTryAt !== null && (
          <Text size="sm">{t('next', { tries, time: formatMoment(nextTryAt, language) })}</Text>
        )}
      </Group>
      {state === 'paused' && paused && (
        <Paused projectId={projectId} paused={paused} onDone={onDone} />
      )}
    </Stack>
  );
}

function Paused({
  projectId,
  paused: { reason, at },
  onDone,
}: Omit<Props, 'webhook'> & { paused: NonNullable<Hook['paused']> }) {
  const { t } = useTranslation('webhooks');
  const language = useLanguage();
  const { busy, error, run } = useSending();
  const resume = () =>
    run(async () => {
      const { position } = await send(resumeWebhook, { params: { projectId } });
      notifyDone(t('resumed'));
      onDone(position ?? '');
    });
  return (
    <Alert
      color="red"
      icon={<IconPlayerPause size={20} aria-hidden />}
      title={t('pausedAt', { time: formatMoment(at, language) })}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t(`reasons.${reason}`)}</Text>
        {error && <ErrorNotice error={error} title={t('notResumed')} />}
        <Button size="sm" variant="default" loading={busy} onClick={() => void resume()}>
          {t('resume')}
        </Button>
      </Stack>
    </Alert>
  );
}
