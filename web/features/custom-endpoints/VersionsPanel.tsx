import { rollBackCustomEndpoint } from '@hzm/contracts/features/custom-endpoints/api';
import type { EndpointMethod } from '@hzm/contracts/features/custom-endpoints/definition';
import type { CustomEndpoint } from '@hzm/contracts/features/custom-endpoints/endpoint';
import { Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { formatMoment } from '../../lib/values/date-text.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useMoment } from '../../ui/use-moment.ts';
import { useSending } from '../../ui/use-sending.ts';
import { MethodBadge } from './badges.tsx';
import { Section } from './Section.tsx';
import classes from './Endpoints.module.css';

/** Published versions, newest first, with buttons to make an earlier one current. */
export function VersionsPanel({
  endpoint,
  mayBuild,
  onDone,
}: {
  endpoint: CustomEndpoint;
  mayBuild: boolean;
  onDone: (endpoint: CustomEndpoint) => void;
}) {
  const { t } = useTranslation('endpoints');
  const { busy, error, run } = useSending();
  const now = useMoment(endpoint.versions.map(({ until }) => until));
  const back = (version: number) =>
    run(async () => {
      const { data } = await send(rollBackCustomEndpoint, {
        params: { endpointId: endpoint.id },
        body: { version },
      });
      onDone(data.endpoint);
      notifyDone(t('versions.rolledBack', { version }));
    });
  return (
    <Section title={t('versions.title')}>
      {endpoint.versions.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('versions.none')}
        </Text>
      )}
      {error && <ErrorNotice error={error} title={t('versions.failed')} />}
      <ul className={classes.lines}>
        {endpoint.versions.map(({ version, method, path, publishedAt, publishedBy, until }) => (
          <VersionLine
            key={version}
            version={version}
            until={until}
            mayBuild={mayBuild}
            busy={busy}
            back={back}
            method={method}
            path={path}
            publishedAt={publishedAt}
            publishedBy={publishedBy}
            now={now}
          />
        ))}
      </ul>
    </Section>
  );
}

function VersionLine({
  version,
  until,
  mayBuild,
  busy,
  back,
  method,
  path,
  publishedAt,
  publishedBy,
  now,
}: {
  version: number;
  until: string | null;
  mayBuild: boolean;
  busy: boolean;
  back: (version: number) => Promise<void>;
  method: EndpointMethod;
  path: string;
  publishedAt: string;
  publishedBy: string;
  now: Date;
}) {
  const { t } = useTranslation('endpoints');
  const language = useLanguage();
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {t('version', { version })}
        </Text>
        {until !== null && mayBuild && <RollBackButton busy={busy} version={version} back={back} />}
      </Group>
      <Group gap={6}>
        <MethodBadge method={method} />
        <code className={classes.path}>{`/${path}`}</code>
      </Group>
      <Text size="sm" c="dimmed">
        {t('versions.published', {
          at: formatMoment(publishedAt, language),
          name: publishedBy,
        })}
      </Text>
      <Text size="sm" c="dimmed">
        {until === null
          ? t('versions.current')
          : Date.parse(until) > now.getTime()
            ? t('versions.until', { at: formatMoment(until, language) })
            : t('versions.ended')}
      </Text>
    </li>
  );
}

function RollBackButton({
  busy,
  version,
  back,
}: {
  busy: boolean;
  version: number;
  back: (version: number) => Promise<void>;
}) {
  const { t } = useTranslation('endpoints');
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={busy}
      leftSection={<IconArrowBackUp size={15} aria-hidden />}
      aria-label={t('versions.rollBackTo', { version })}
      onClick={() => void back(version)}
    >
      {t('versions.rollBack')}
    </Button>
  );
}
