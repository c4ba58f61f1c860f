import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Page.module.css';

interface Props {
  title: string;
  /** What the tab is called before the title: the part of the screen that one looks at. */
  place?: string | undefined;
  subtitle?: ReactNode;
  /** Stands above the title: the way back. */
  back?: ReactNode;
  /** Stands beside the title. */
  actions?: ReactNode;
  /** Takes the whole width of the window. */
  wide?: boolean;
  children: ReactNode;
}

/** A screen of the signed-in part: its heading, which also names the tab, and what is under it. */
export function Page({ title, place, subtitle, back, actions, wide, children }: Props) {
  return (
    <div className={classes.page} data-wide={wide}>
      <title>{[place, title, 'HZM'].filter(Boolean).join(' · ')}</title>
      <div className={classes.head}>
        <div className={classes.title}>
          {back}
          <Title order={1} size="h2">
            {title}
          </Title>
          {subtitle && (
            <Text c="dimmed" component="div">
              {subtitle}
            </Text>
          )}
        </div>
        {actions}
      </div>
      {children}
    </div>
  );
}
