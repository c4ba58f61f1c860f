import { ActionIcon, Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { pageButtons, pageSizes } from '../model/pages.ts';
import type { View } from '../model/view.ts';
import classes from './DataScreen.module.css';

/**
 * The number of rows, page sizes and pages: a page is a scroll target in the grid. Another size
 * starts at the first page. One scroll and groups without an open one show only the number of rows.
 */
export const Pager = memo(function Pager({
  view,
  pages,
  total,
  hasPages,
  onView,
}: {
  view: View;
  pages: number;
  total: number | null;
  hasPages: boolean;
  onView: (view: View) => void;
}) {
  const { t } = useTranslation('grid');
  const language = useLanguage();
  return (
    <div className={classes.pager}>
      <span className={`hzm-figures ${classes.count}`} role="status" data-testid="row-count">
        {total === null
          ? ''
          : t('rowCount', { count: total, formatted: formatNumber(total, language) })}
      </span>
      {hasPages && <PageSizes view={view} onView={onView} />}
      {hasPages && total !== null && (
        <Pages page={view.page} pages={pages} onPage={page => onView({ ...view, page })} />
      )}
    </div>
  );
});

function PageSizes({ view, onView }: { view: View; onView: (view: View) => void }) {
  const { t } = useTranslation('grid');
  return (
    <Group gap={4} wrap="nowrap" role="group" aria-label={t('pageSize')} data-after-grid>
      {pageSizes.map(size => (
        <Button
          key={size}
          size="compact-sm"
          variant={size === view.limit ? 'light' : 'subtle'}
          color={size === view.limit ? undefined : 'gray'}
          aria-pressed={size === view.limit}
          onClick={() => onView({ ...view, limit: size, page: 1 })}
        >
          {size}
        </Button>
      ))}
    </Group>
  );
}

function Pages({
  page: current,
  pages,
  onPage,
}: {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}) {
  const { t } = useTranslation('grid');
  const language = useLanguage();
  return (
    <Group gap={4} wrap="nowrap" component="nav" aria-label={t('pages')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('previous')}
        disabled={current <= 1}
        onClick={() => onPage(current - 1)}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      {pageButtons(current, pages).map(page => (
        <Button
          key={page}
          size="compact-sm"
          miw={28}
          px={6}
          variant={page === current ? 'filled' : 'subtle'}
          color={page === current ? undefined : 'gray'}
          aria-label={t('page', { page })}
          aria-current={page === current ? 'page' : undefined}
          onClick={() => onPage(page)}
        >
          {formatNumber(page, language)}
        </Button>
      ))}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('next')}
        disabled={current >= pages}
        onClick={() => onPage(current + 1)}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
