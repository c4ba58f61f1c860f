import type { StatusCounts } from '@hzm/contracts/features/threads/thread';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { filters, type ThreadFilter } from '../threads-search.ts';
import classes from '../Threads.module.css';

export function FilterBar({
  filter,
  counts,
}: {
  filter: ThreadFilter;
  counts: StatusCounts | undefined;
}) {
  const { t } = useTranslation('threads');
  const language = useLanguage();
  return (
    <nav aria-label={t('filtersLabel')}>
      <ul className={classes.filters}>
        {filters.map(one => (
          <li key={one}>
            <Link
              to="."
              className={classes.filter}
              replace
              resetScroll={false}
              activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
              aria-current={one === filter ? 'page' : undefined}
              search={
                ((before: object) => ({
                  ...before,
                  filter: one === 'all' ? undefined : one,
                })) as never
              }
            >
              {t(`filters.${one}`)}
              {counts && (
                <span className={`${classes.count} hzm-figures`}>
                  {formatNumber(one === 'all' ? counts.total : counts[one], language)}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
