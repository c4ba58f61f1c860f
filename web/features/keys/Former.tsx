import type { ApiKey } from '@hzm/contracts/features/keys/key';
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconClockHour4 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { formatMoment } from '../../lib/values/date-text.ts';
import type { AskOf } from './key-task.ts';

/** The former text of a key while it is valid: until when, and whether anything still uses it. */
export function Former({ apiKey, now, onAsk }: { apiKey: ApiKey; now: number; onAsk: AskOf }) {
  const { t } = useTranslation('keys');
  const language = useLanguage();
  const { former, isMain, name } = apiKey;
  if (!former || Date.parse(former.until) <= now) return null;
  const { until, usageCount: count, lastUsed } = former;
  return (
    <Alert color="blue" icon={<IconClockHour4 size={18} aria-hidden />}>
      <Text size="sm" fw={500}>
        {t('former.until', { time: formatMoment(until, language) })}
      </Text>
      <Text size="sm" mb="xs">
        {lastUsed === null
          ? t('former.unused')
          : t('former.used', {
              count,
              formatted: formatNumber(count, language),
              time: formatMoment(lastUsed, language),
            })}
      </Text>
      <Group>
        <Button
          variant="default"
          size="sm"
          aria-label={t('former.endOf', { name: isMain ? t('main') : name })}
          onClick={() => onAsk('end')(apiKey)}
        >
          {t('former.end')}
        </Button>
      </Group>
    </Alert>
  );
}
