import { defaultCors, type CorsSettings as Settings } from '@hzm/contracts/features/cors/domain';
import type { Project } from '@hzm/contracts/features/projects/project';
import { ActionIcon, Stack, Text, Tooltip } from '@mantine/core';
import { IconTrash, IconWorld } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/use-language.ts';
import { formatMoment } from '../../../lib/values/date-text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Waiting } from '../../../ui/Waiting.tsx';
import { corsOf, useCors } from './cors.live.ts';
import { CorsForm } from './CorsForm.tsx';
import { CorsRemoval } from './CorsRemoval.tsx';
import { OriginTest } from './OriginTest.tsx';
import { Platforms } from './Platforms.tsx';
import classes from './Settings.module.css';

/** Defaults of a new project, shown if the settings failed to load. */
const unread: Settings = { ...defaultCors, lastUpdated: null };

/** Allowed origins of a project's keys, live. */
export function CorsSettings({ project: { id } }: { project: Project }) {
  const { t } = useTranslation('projects');
  const language = useLanguage();
  const cors = useCors(id);
  const [asking, setAsking] = useState<string | null>(null);
  if (cors.status === 'loading') return <Waiting text={t('cors.loading')} heights={[120]} />;
  const { allowedDomains, platformPatterns, lastUpdated } = cors.data ?? unread;
  return (
    <Stack>
      {cors.status === 'error' && (
        <>
          <ErrorNotice
            error={cors.error}
            title={t('cors.loadFailed')}
            onRetry={() => void corsOf(id).reload()}
          />
          <Text size="sm">{t('cors.defaults')}</Text>
        </>
      )}
      <Text size="sm">{t('cors.lead')}</Text>
      {cors.data && <CorsForm projectId={id} known={allowedDomains} />}
      {allowedDomains.length === 0 ? (
        <EmptyState icon={<IconWorld size={26} />} text={t('cors.empty')} />
      ) : (
        <ul className={classes.domains} aria-label={t('cors.list')}>
          {allowedDomains.map(domain => (
            <DomainLine key={domain} domain={domain} setAsking={setAsking} />
          ))}
        </ul>
      )}
      <Platforms projectId={id} on={platformPatterns} isReadOnly={cors.data === null} />
      {cors.data && <OriginTest projectId={id} />}
      {lastUpdated !== null && (
        <Text size="sm" c="dimmed">
          {t('cors.updated', { time: formatMoment(lastUpdated, language) })}
        </Text>
      )}
      <CorsRemoval
        projectId={id}
        domain={asking !== null && allowedDomains.includes(asking) ? asking : null}
        onClose={() => setAsking(null)}
      />
    </Stack>
  );
}

function DomainLine({
  domain,
  setAsking,
}: {
  domain: string;
  setAsking: (value: string | null) => void;
}) {
  const { t } = useTranslation('projects');
  return (
    <li className={classes.domain}>
      <span>{domain}</span>
      <Tooltip label={t('cors.remove', { domain })}>
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={t('cors.remove', { domain })}
          onClick={() => setAsking(domain)}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}
