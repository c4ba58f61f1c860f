import { ActionIcon, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';

/** Page navigation of a list. @param isAtLeast whether there are more pages than counted */
export function Pager({
  page,
  pages,
  isAtLeast,
  onPage,
}: {
  page: number;
  pages: number;
  isAtLeast?: boolean | undefined;
  onPage: (page: number) => void;
}) {
  const { t } = useTranslation('administration');
  const language = useLanguage();
  if (pages <= 1 && page === 1) return null;
  return (
    <Group component="nav" aria-label={t('pages')} justify="center" gap="sm" mt="lg">
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('previous')}
        disabled={page <= 1}
        onClick={() => onPage(Math.min(page, pages + 1) - 1)}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <Text size="sm" className="hzm-figures">
        {t('pageOf', {
          page: formatNumber(page, language),
          pages: formatCount(pages, isAtLeast, language),
        })}
      </Text>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('next')}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
