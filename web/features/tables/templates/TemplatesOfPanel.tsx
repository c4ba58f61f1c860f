import type { Project } from '@hzm/contracts/features/projects/project';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Anchor } from '@mantine/core';
import { IconLayoutGridAdd } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NewTableDialog } from './NewTableDialog.tsx';
import { TemplateCards } from './TemplateCards.tsx';
import { useOpenGrid } from './use-open-grid.ts';
import classes from './TemplateCards.module.css';

interface Props {
  project: Pick<Project, 'id' | 'userId' | 'settings'>;
  tables: readonly Table[];
}

/** Templates in the panel of tables: at once in an empty project, else behind a link. */
export function TemplatesOfPanel({ project, tables }: Props) {
  const { t } = useTranslation('templates');
  const [asked, setAsked] = useState(false);
  // The tables are there before their sample rows are.
  const [isBusy, setBusy] = useState(false);
  const open = useOpenGrid();
  if (tables.length === 0 || isBusy)
    return (
      <div className={classes.inPanel}>
        <TemplateCards project={project} taken={[]} onMade={open} onBusy={setBusy} />
      </div>
    );
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="sm"
        className={classes.link}
        onClick={() => setAsked(true)}
      >
        <IconLayoutGridAdd size={16} aria-hidden /> {t('open')}
      </Anchor>
      {asked && (
        <NewTableDialog project={project} tables={tables} onClose={() => setAsked(false)} />
      )}
    </>
  );
}
