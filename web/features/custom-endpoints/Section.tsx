import type { ReactNode } from 'react';
import { Panel } from '../../ui/Panel.tsx';
import classes from './Endpoints.module.css';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel title={title}>
      <div className={classes.section}>{children}</div>
    </Panel>
  );
}
