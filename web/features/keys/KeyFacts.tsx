import type { ApiKey } from '@hzm/contracts/features/keys/key';
import { Badge, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { formatMoment } from '../../lib/values/date-text.ts';
import { statusOf } from './key-state.ts';
import classes from './Keys.module.css';

const colors = { active: 'green', inactive: 'gray', expired: 'red', suspended: 'gray' } as const;

/** State, permissions and scope of a key. @param now in milliseconds since 1970 */
export function KeyBadges({ apiKey, now }: { apiKey: ApiKey; now: number }) {
  const { t } = useTranslation('keys');
  const status = statusOf(apiKey, now);
  return (
    <Group gap={6}>
      <Badge color={colors[status]} variant="light" tt="none">
        {t(`status.${status}`)}
      </Badge>
      {apiKey.permissions.map(permission => (
        <Badge key={permission} variant="outline" color="gray" tt="none">
          {t(`permissions.${permission}`)}
        </Badge>
      ))}
      <Badge variant="light" color={apiKey.scope === 'admin_project' ? 'violet' : 'blue'} tt="none">
        {t(`scope.${apiKey.scope}`)}
      </Badge>
    </Group>
  );
}

export function KeyFacts({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation('keys');
  const language = useLanguage();
  const counted = (count: number) => ({ count, formatted: formatNumber(count, language) });
  const facts = [
    ...(apiKey.isMain
      ? []
      : [
          {
            name: t('facts.expires'),
            value:
              apiKey.expiresAt === null
                ? t('facts.never')
                : formatMoment(apiKey.expiresAt, language),
          },
        ]),
    { name: t('facts.limit'), value: t('facts.perMinute', counted(apiKey.rateLimit)) },
    { name: t('facts.used'), value: t('facts.times', counted(apiKey.usageCount)) },
    {
      name: t('facts.lastUsed'),
      value:
        apiKey.lastUsed === null ? t('facts.notUsed') : formatMoment(apiKey.lastUsed, language),
    },
    ...(apiKey.wrongCount === 0
      ? []
      : [{ name: t('facts.wrong'), value: formatNumber(apiKey.wrongCount, language) }]),
    { name: t('facts.created'), value: formatDate(apiKey.createdAt, language) },
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" m={0}>
            {value}
          </Text>
        </div>
      ))}
    </dl>
  );
}
