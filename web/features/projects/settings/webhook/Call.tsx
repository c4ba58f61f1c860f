import {
  getWebhookCall,
  resendWebhook,
  resendWebhookEvent,
} from '@hzm/contracts/features/webhooks/api';
import type { WebhookCall } from '@hzm/contracts/features/webhooks/webhook';
import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../lib/http.ts';
import { useLanguage } from '../../../../lib/use-language.ts';
import { formatMoment } from '../../../../lib/values/date-text.ts';
import { ErrorNotice } from '../../../../ui/ErrorNotice.tsx';
import { notifyDone, notifyNotYet } from '../../../../ui/notify.tsx';
import { useAnswer } from '../../../../ui/use-answer.ts';
import { useSending } from '../../../../ui/use-sending.ts';
import { Waiting } from '../../../../ui/Waiting.tsx';
import { useResult } from './use-result.ts';
import classes from './Webhook.module.css';

/** Returns JSON on several lines; other text as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

interface Props {
  projectId: string;
  call: WebhookCall;
  onDone: (position: string) => void;
}

/** One call with its request and answer; its event can be sent again. */
export function Call({ projectId, call, onDone }: Props) {
  const { t } = useTranslation('webhooks');
  const language = useLanguage();
  const params = { projectId, callId: call.id };
  const { data, error, reload } = useAnswer(getWebhookCall, { params });
  const result = useResult();
  return (
    <Stack>
      <Text size="sm">
        {t('callOf', { time: formatMoment(call.at, language), result: result(call) })}
      </Text>
      {error && <ErrorNotice error={error} title={t('callFailed')} onRetry={reload} />}
      {!data && !error && <Waiting text={t('loading')} heights={[160]} />}
      {data && (
        <>
          <Part title={t('headers')}>
            {data.request
              ? Object.entries(data.request.headers)
                  .map(([name, value]) => `${name}: ${value}`)
                  .join('\n')
              : t('eventGone')}
          </Part>
          {data.request && <Part title={t('body')}>{indented(data.request.body)}</Part>}
          <Part title={t('answer')}>{data.answer === '' ? t('noAnswer') : data.answer}</Part>
        </>
      )}
      {call.position !== null && (
        <Again projectId={projectId} position={call.position} onDone={onDone} />
      )}
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: string }) {
  return (
    <div>
      <Text fw={500} size="sm" mb={4}>
        {title}
      </Text>
      <Code block className={classes.code} tabIndex={0} role="region" aria-label={title}>
        {children}
      </Code>
    </div>
  );
}

function Again({ projectId, position, onDone }: Omit<Props, 'call'> & { position: string }) {
  const { t } = useTranslation('webhooks');
  const { busy, error, run } = useSending();
  const result = useResult();
  const params = { projectId };
  const one = () =>
    run(async () => {
      const { call } = (await send(resendWebhookEvent, { params, body: { position } })).data;
      if (call.failure === null) notifyDone(t('sentAgain', { result: result(call) }));
      else notifyNotYet(t('testFailed', { result: result(call) }));
      onDone('');
    });
  const all = () =>
    run(async () => {
      const answer = await send(resendWebhook, { params, body: { after: position } });
      notifyDone(t('allAgain'));
      onDone(answer.position ?? '');
    });
  return (
    <Stack gap="xs">
      {error && <ErrorNotice error={error} title={t('notAgain')} />}
      <Group justify="flex-end">
        <Button variant="default" disabled={busy} onClick={() => void all()}>
          {t('againAfter')}
        </Button>
        <Button disabled={busy} onClick={() => void one()}>
          {t('again')}
        </Button>
      </Group>
    </Stack>
  );
}
