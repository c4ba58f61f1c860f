import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Page.module.css';

interface Props {
  title: string;
  /** Precedes the title in the browser tab: the current part of the screen. */
  place?: string | undefined;
  subtitle?: ReactNode;
  back?: ReactNode;
  /** Rendered beside the title. */
  actions?: ReactNode;
  /** Uses the whole width of the window. */
  wide?: boolean;
  children: ReactNode;
}

/**
 * A screen for signed-in people: its heading, which also names the browser tab, and its content.
 */
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
