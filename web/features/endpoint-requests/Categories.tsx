import type { RequestCategory } from '@hzm/contracts/features/endpoint-requests/request';
import { Badge, Text } from '@mantine/core';
import {
  IconCheck,
  IconCircleCheck,
  IconFlask,
  IconHammer,
  IconInbox,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { categories, priorities, type InboxSearch } from './inbox-search.ts';
import type { countsOf } from './inbox.ts';
import classes from './Inbox.module.css';

const icons: Readonly<Record<RequestCategory, Icon>> = {
  inbox: IconInbox,
  approved: IconCheck,
  testing: IconFlask,
  implementing: IconHammer,
  completed: IconCircleCheck,
  rejected: IconX,
};

/** Categories of requests with counts and priorities; unread ones are bold, with a dot. */
export function Categories({
  counts,
  search,
}: {
  counts: ReturnType<typeof countsOf>;
  search: InboxSearch;
}) {
  const { t } = useTranslation('requests');
  const total = categories.reduce((sum, category) => sum + counts[category].count, 0);
  return (
    <nav className={classes.categories} aria-label={t('categoriesLabel')}>
      <ul>
        {categories.map(category => {
          const { count, unread, priorities: of } = counts[category];
          const Found = icons[category];
          const urgent = priorities.toReversed().filter(priority => of[priority] > 0);
          return (
            <li key={category}>
              <Link
                to="."
                className={classes.category}
                resetScroll={false}
                activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
                aria-current={category === (search.category ?? 'inbox') ? 'page' : undefined}
                data-unread={unread > 0}
                search={
                  ((before: InboxSearch) => ({
                    ...before,
                    category: category === 'inbox' ? undefined : category,
                    request: undefined,
                  })) as never
                }
              >
                <Found size={18} aria-hidden />
                <span className={classes.categoryName}>{t(`categories.${category}`)}</span>
                {unread > 0 && (
                  <span
                    className={classes.dot}
                    role="img"
                    aria-label={t('unread', { count: unread })}
                  />
                )}
                <Badge variant="light" color="gray" size="sm" className="hzm-figures">
                  {count}
                </Badge>
                {urgent.length > 0 && <PriorityCounts urgent={urgent} of={of} />}
              </Link>
            </li>
          );
        })}
      </ul>
      <Text size="sm" c="dimmed" className={classes.total}>
        {t('total', { count: total })}
      </Text>
    </nav>
  );
}

function PriorityCounts({
  urgent,
  of,
}: {
  urgent: (typeof priorities)[number][];
  of: { low: number; medium: number; high: number; urgent: number; critical: number };
}) {
  const { t } = useTranslation('requests');
  return (
    <span className={classes.priorityCounts}>
      {urgent
        .map(priority =>
          t('priorityCount', {
            priority: t(`priorities.${priority}`),
            count: of[priority],
          }),
        )
        .join(' · ')}
    </span>
  );
}
