import { useTranslation } from 'react-i18next';
import { useSession } from '../../../state/use-session.ts';
import { CreateTableForm } from '../CreateTableForm.tsx';
import { makeTemplate } from './make-template.ts';
import { TemplateCards } from './TemplateCards.tsx';
import { templateOf } from './templates.ts';
import { useOpenGrid } from './use-open-grid.ts';
import classes from './TemplateCards.module.css';

/** The first table of an own project: a name makes a blank one, which opens as a grid. */
export function FirstTableForm({
  projectId,
  onBusy,
}: {
  projectId: string;
  onBusy: (isBusy: boolean) => void;
}) {
  const { t } = useTranslation('templates');
  const { user } = useSession();
  const open = useOpenGrid();
  return (
    <>
      <CreateTableForm
        projectId={projectId}
        names={[]}
        takesFocus="idle"
        make={async name => {
          const template = templateOf('blank', { t, taken: [], today: new Date() }, name.trim());
          const { tables } = await makeTemplate(projectId, template, false);
          return tables[0]!;
        }}
        onCreated={open}
      />
      <p className={classes.or}>{t('orTemplate')}</p>
      <div className={classes.below}>
        <TemplateCards
          projectId={projectId}
          taken={[]}
          limit={user.maxTables}
          onMade={open}
          onBusy={onBusy}
        />
      </div>
    </>
  );
}
