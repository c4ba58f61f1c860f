import { listWebhookCalls, testWebhook } from '@hzm/contracts/features/webhooks/api';
import type { Webhook, WebhookCall } from '@hzm/contracts/features/webhooks/webhook';
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../../lib/format.ts';
import { send } from '../../../../lib/http.ts';
import { useLanguage } from '../../../../lib/use-language.ts';
import { ErrorNotice } from '../../../../ui/ErrorNotice.tsx';
import { notifyDone, notifyNotYet } from '../../../../ui/notify.tsx';
import { Dialog } from '../../../../ui/Overlay.tsx';
import { RelativeTime } from '../../../../ui/RelativeTime.tsx';
import { useAnswer } from '../../../../ui/use-answer.ts';
import { useSending } from '../../../../ui/use-sending.ts';
import { Call } from './Call.tsx';
import { useResult } from './use-result.ts';
import classes from './Webhook.module.css';

interface Props {
  projectId: string;
  webhook: Webhook;
  onDone: (position: string) => void;
}

/** The last calls, newest first, and a test call. */
export function Calls({ projectId, webhook, onDone }: Props) {
  const { t } = useTranslation('webhooks');
  const { data, error, reload } = useAnswer(listWebhookCalls, { params: { projectId } });
  const [opened, setOpened] = useState<WebhookCall | null>(null);
  const test = useSending();
  const result = useResult();
  // A loaded webhook is a new object each time, and calls may have come since.
  useEffect(reload, [webhook, reload]);
  const runTest = () =>
    test.run(async () => {
      const { call } = (await send(testWebhook, { params: { projectId } })).data;
      if (call.failure === null) notifyDone(t('tested', { result: result(call) }));
      else notifyNotYet(t('testFailed', { result: result(call) }));
      reload();
    });
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text fw={500} size="sm">
          {t('calls')}
        </Text>
        <Button size="sm" variant="default" loading={test.busy} onClick={() => void runTest()}>
          {t('test')}
        </Button>
      </Group>
      {test.error && <ErrorNotice error={test.error} title={t('notTested')} />}
      {error && <ErrorNotice error={error} title={t('callsFailed')} onRetry={reload} />}
      {data?.calls.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noCalls')}
        </Text>
      )}
      {data && data.calls.length > 0 && (
        <ul className={classes.calls} aria-label={t('calls')}>
          {data.calls.map(call => (
            <CallLine key={call.id} call={call} onOpen={() => setOpened(call)} />
          ))}
        </ul>
      )}
      <Dialog opened={opened !== null} onClose={() => setOpened(null)} title={t('call')} size="lg">
        {opened && (
          <Call
            projectId={projectId}
            call={opened}
            onDone={position => {
              setOpened(null);
              onDone(position);
            }}
          />
        )}
      </Dialog>
    </Stack>
  );
}

function CallLine({ call, onOpen }: { call: WebhookCall; onOpen: () => void }) {
  const { t } = useTranslation('webhooks');
  const language = useLanguage();
  const result = useResult();
  const { type, at, milliseconds, attempt, failure } = call;
  return (
    <li>
      <button type="button" className={classes.call} onClick={onOpen}>
        <Badge variant="light" tt="none" color={failure === null ? 'green' : 'red'}>
          {result(call)}
        </Badge>
        <span className={classes.type}>{type}</span>
        <span className={classes.facts}>
          {t('facts', { milliseconds: formatNumber(milliseconds, language), attempt })}
        </span>
        <RelativeTime at={at} className={classes.facts} />
      </button>
    </li>
  );
}
