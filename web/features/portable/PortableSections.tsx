import { DangerPanel } from './DangerPanel.tsx';
import { ExportPanel } from './ExportPanel.tsx';
import { ImportPanel } from './ImportPanel.tsx';
import { StoragePanel } from './StoragePanel.tsx';
import classes from './Portable.module.css';

export function PortableSections() {
  return (
    <div className={classes.sections}>
      <StoragePanel />
      <ExportPanel />
      <div className={classes.wide}>
        <ImportPanel />
      </div>
      <div className={classes.wide}>
        <DangerPanel />
      </div>
    </div>
  );
}
