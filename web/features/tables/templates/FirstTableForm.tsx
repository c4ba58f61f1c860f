import { dayIn } from '@hzm/contracts/core/moment';
import type { Project } from '@hzm/contracts/features/projects/project';
import { useTranslation } from 'react-i18next';
import { CreateTableForm } from '../CreateTableForm.tsx';
import { makeTemplate } from './make-template.ts';
import { TemplateCards } from './TemplateCards.tsx';
import { templateOf } from './templates.ts';
import { useOpenGrid } from './use-open-grid.ts';
import classes from './TemplateCards.module.css';

/** The first table of an own project: a name makes a blank one, which opens as a grid. */
export function FirstTableForm({
  project,
  onBusy,
}: {
  project: Pick<Project, 'id' | 'userId' | 'settings'>;
  onBusy: (isBusy: boolean) => void;
}) {
  const { t } = useTranslation('templates');
  const open = useOpenGrid();
  return (
    <>
      <CreateTableForm
        projectId={project.id}
        names={[]}
        takesFocus="idle"
        make={async name => {
          const today = dayIn(new Date(), project.settings.timeZone);
          const template = templateOf('blank', { t, taken: [], today }, name.trim());
          const { tables } = await makeTemplate(project.id, template, false);
          return tables[0]!;
        }}
        onCreated={open}
      />
      <p className={classes.or}>{t('orTemplate')}</p>
      <div className={classes.below}>
        <TemplateCards project={project} taken={[]} onMade={open} onBusy={onBusy} />
      </div>
    </>
  );
}
