import type { LogCategory, LogCategoryId } from '@hzm/contracts/features/monitoring/log';
import { Badge, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import classes from './Monitoring.module.css';

export function CategoryList({
  categories,
  chosen,
  onChoose,
}: {
  categories: readonly LogCategory[];
  chosen: LogCategoryId;
  onChoose: (id: LogCategoryId) => void;
}) {
  const { t } = useTranslation('monitoring');
  const language = useLanguage();
  return (
    <ul className={classes.categories} aria-label={t('categories')}>
      {categories.map(({ id, name, description, count, countIsAtLeast, lastActivity }) => {
        const formatted = formatNumber(count, language);
        return (
          <li key={id}>
            <UnstyledButton
              className={classes.category}
              aria-current={id === chosen}
              onClick={() => onChoose(id)}
            >
              <span className={classes.head}>
                <Text span fw={600}>
                  {name}
                </Text>
                <Badge
                  variant="light"
                  tt="none"
                  aria-label={t(countIsAtLeast ? 'atLeast' : 'count', { formatted })}
                >
                  {countIsAtLeast ? t('atLeastShort', { formatted }) : formatted}
                </Badge>
              </span>
              <Text span size="xs" c="dimmed" className={classes.about}>
                {description}
              </Text>
              {lastActivity !== null && (
                <Text span size="xs" c="dimmed" className={classes.about}>
                  {t('lastActivity')} <RelativeTime at={lastActivity} />
                </Text>
              )}
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
}
