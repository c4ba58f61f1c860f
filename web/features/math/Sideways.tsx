import type { ReactNode } from 'react';
import classes from './Math.module.css';

/** A part that may be wider than the screen: it scrolls by itself, with the keyboard, too. */
export function Sideways({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by the keyboard
    <div role="group" aria-label={label} tabIndex={0} className={classes.sideways}>
      {children}
    </div>
  );
}
