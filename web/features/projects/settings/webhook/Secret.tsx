import { endWebhookSecret, renewWebhookSecret } from '@hzm/contracts/features/webhooks/api';
import type { Webhook } from '@hzm/contracts/features/webhooks/webhook';
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../lib/http.ts';
import { useLanguage } from '../../../../lib/use-language.ts';
import { formatMoment } from '../../../../lib/values/date-text.ts';
import { ErrorNotice } from '../../../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../../../ui/notify.tsx';
import { Dialog } from '../../../../ui/Overlay.tsx';
import { Question } from '../../../../ui/Question.tsx';
import { SecretValue } from '../../../../ui/SecretValue.tsx';
import { useSending } from '../../../../ui/use-sending.ts';

const overlaps = [0, 1, 24, 168] as const;
const USUAL_OVERLAP = 24;

interface Props {
  projectId: string;
  webhook: Webhook;
  onDone: (position: string) => void;
}

/** The secret that signs the calls: made, shown once, rotated. */
export function Secret({ projectId, webhook, onDone }: Props) {
  const { t } = useTranslation('webhooks');
  const language = useLanguage();
  const [made, setMade] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { secret } = webhook;
  return (
    <Stack gap="xs">
      <Text fw={500} size="sm">
        {t('secret')}
      </Text>
      <Text size="sm" c="dimmed">
        {secret ? t('secretSince', { time: formatMoment(secret.since, language) }) : t('noSecret')}
      </Text>
      {secret?.formerUntil && (
        <Former projectId={projectId} until={secret.formerUntil} onDone={onDone} />
      )}
      {made !== null && (
        <Stack gap={4}>
          <SecretValue
            label={t('secret')}
            value={made}
            masked="whsec_••••••••"
            copied={t('copied')}
          />
          <Text size="sm">{t('shownOnce')}</Text>
        </Stack>
      )}
      <Group>
        <Button size="sm" variant="default" onClick={() => setAsking(true)}>
          {t(secret ? 'renew' : 'make')}
        </Button>
      </Group>
      <Dialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t(secret ? 'renew' : 'make')}
      >
        {isAsking && (
          <Renewal
            projectId={projectId}
            hasSecret={secret !== null}
            onClose={() => setAsking(false)}
            onMade={(text, position) => {
              setMade(text);
              setAsking(false);
              onDone(position);
            }}
          />
        )}
      </Dialog>
    </Stack>
  );
}

function Former({ projectId, until, onDone }: Omit<Props, 'webhook'> & { until: string }) {
  const { t } = useTranslation('webhooks');
  const language = useLanguage();
  const { busy, error, run } = useSending();
  const end = () =>
    run(async () => {
      const { position } = await send(endWebhookSecret, { params: { projectId } });
      notifyDone(t('formerEnded'));
      onDone(position ?? '');
    });
  return (
    <Group gap="xs">
      <Text size="sm">{t('formerUntil', { time: formatMoment(until, language) })}</Text>
      <Button size="sm" variant="default" loading={busy} onClick={() => void end()}>
        {t('endFormer')}
      </Button>
      {error && <ErrorNotice error={error} title={t('formerNotEnded')} />}
    </Group>
  );
}

function Renewal({
  projectId,
  hasSecret,
  onClose,
  onMade,
}: {
  projectId: string;
  hasSecret: boolean;
  onClose: () => void;
  onMade: (secret: string, position: string) => void;
}) {
  const { t } = useTranslation('webhooks');
  const [hours, setHours] = useState<number>(USUAL_OVERLAP);
  return (
    <Question
      failed={t('notMade')}
      confirm={t(hasSecret ? 'renew' : 'make')}
      isHarmless
      onClose={onClose}
      onConfirm={async () => {
        const { data, position } = await send(renewWebhookSecret, {
          params: { projectId },
          body: { overlapHours: hours },
        });
        onMade(data.secret, position ?? '');
      }}
    >
      <Text size="sm">{t('renewText')}</Text>
      {hasSecret && (
        <NativeSelect
          label={t('overlap')}
          value={String(hours)}
          onChange={event => setHours(Number(event.currentTarget.value))}
          data={overlaps.map(one => ({ value: String(one), label: t(`overlaps.${one}`) }))}
        />
      )}
    </Question>
  );
}
