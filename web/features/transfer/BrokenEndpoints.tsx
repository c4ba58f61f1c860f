import type { AffectedEndpoint } from '@hzm/contracts/features/custom-endpoints/endpoint';
import { Alert, Anchor, List, Text } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { formatMoment } from './moment.ts';
import classes from './Transfer.module.css';

/** Published endpoints of the live project that a transfer would break, with links. */
export function BrokenEndpoints({
  endpoints,
  projectId,
}: {
  endpoints: readonly AffectedEndpoint[];
  projectId: string;
}) {
  const { t } = useTranslation('transfer');
  const language = useLanguage();
  if (endpoints.length === 0) return null;
  return (
    <Alert
      color="yellow"
      p="sm"
      icon={<IconPlugConnectedX size={18} aria-hidden />}
      className={classes.effect}
    >
      <Text size="sm" fw={600}>
        {t('endpoints.title', {
          count: endpoints.length,
          formatted: formatNumber(endpoints.length, language),
        })}
      </Text>
      <List size="sm" className={classes.unfit}>
        {endpoints.map(({ id, name, method, path, version, until }) => (
          <List.Item key={`${id}/${version}`}>
            <Anchor
              component={Link}
              to="/projects/$id/endpoints/$endpointId"
              params={{ id: projectId, endpointId: id } as never}
              target="_blank"
              inherit
              underline="always"
            >
              {name}
            </Anchor>{' '}
            <Text span inherit>{`${method} /${path}`}</Text>
            {until !== null && ` · ${t('endpoints.until', { at: formatMoment(until, language) })}`}
          </List.Item>
        ))}
      </List>
      <Text size="sm" mt={4}>
        {t('endpoints.text')}
      </Text>
    </Alert>
  );
}
