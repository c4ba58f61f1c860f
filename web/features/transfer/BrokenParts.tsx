import type { NeededBy } from '@hzm/contracts/features/transfers/transfer';
import { Alert, Anchor, List, Text } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { formatMoment } from './moment.ts';
import classes from './Transfer.module.css';

interface Props {
  needed: NeededBy;
  projectId: string;
}

/** Published endpoints and widgets of the live project that a transfer would break, with links. */
export function BrokenParts({ needed: { endpoints, widgets }, projectId }: Props) {
  const { t } = useTranslation('transfer');
  const language = useLanguage();
  const count = endpoints.length + widgets.length;
  if (count === 0) return null;
  return (
    <Alert
      color="yellow"
      p="sm"
      icon={<IconPlugConnectedX size={18} aria-hidden />}
      className={classes.effect}
    >
      <Text size="sm" fw={600}>
        {t('broken.title', { count, formatted: formatNumber(count, language) })}
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
            {until !== null && ` · ${t('broken.until', { at: formatMoment(until, language) })}`}
          </List.Item>
        ))}
        {widgets.map(({ id, name }) => (
          <List.Item key={id}>
            <Anchor
              component={Link}
              to="/widgets/$widgetId/data"
              params={{ widgetId: id } as never}
              target="_blank"
              inherit
              underline="always"
            >
              {name}
            </Anchor>{' '}
            <Text span inherit>
              {t('broken.widget')}
            </Text>
          </List.Item>
        ))}
      </List>
      <Text size="sm" mt={4}>
        {t('broken.text')}
      </Text>
    </Alert>
  );
}
