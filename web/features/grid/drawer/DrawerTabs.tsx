import { Badge, Tabs } from '@mantine/core';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowMark } from '../../../ui/row-comments.ts';
import type { RowTab } from '../model/view.ts';
import classes from './RowForm.module.css';

interface Props {
  tab: RowTab | undefined;
  mark: RowMark | undefined;
  onTab: (tab: RowTab | undefined) => void;
  values: ReactNode;
  comments: () => ReactNode;
}

/** Tabs for the values of a row and for its comments. */
export function DrawerTabs({ tab, mark, onTab, values, comments }: Props) {
  const { t } = useTranslation('grid');
  // If the drawer opens with the comments, the focus begins at their tab.
  const [begun] = useState(tab);
  const count = mark && (mark.unread || mark.open);
  return (
    <Tabs
      value={tab ?? 'fields'}
      onChange={next => onTab(next === 'comments' ? next : undefined)}
      keepMounted={false}
      className={tab === 'comments' ? classes.filledBody : undefined}
    >
      <Tabs.List aria-label={t('drawer.label')} mb="sm">
        <Tabs.Tab value="fields">{t('drawer.fields')}</Tabs.Tab>
        <Tabs.Tab
          value="comments"
          data-autofocus={begun === 'comments' || undefined}
          rightSection={
            count ? (
              <Badge
                variant={mark.unread > 0 ? 'filled' : 'light'}
                size="sm"
                className="hzm-figures"
                role="img"
                aria-label={t(mark.unread > 0 ? 'comments.unread' : 'comments.open', { count })}
              >
                {count}
              </Badge>
            ) : undefined
          }
        >
          {t('drawer.comments')}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="fields">{values}</Tabs.Panel>
      <Tabs.Panel value="comments" className={classes.filledBody}>
        <Suspense>{tab === 'comments' && comments()}</Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}
