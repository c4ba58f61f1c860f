import type { RequestOf } from '@hzm/contracts/core/call';
import { changeProject } from '@hzm/contracts/features/projects/api';
import type { Project } from '@hzm/contracts/features/projects/project';
import { useTranslation } from 'react-i18next';
import { send } from '../../../lib/http.ts';
import { drawProject } from '../../../state/draw-project.ts';
import { notifyDone } from '../../../ui/notify.tsx';
import { useSending } from '../../../ui/use-sending.ts';

/** Changes a project, applies the answer, and reports success. */
export function useChange({ id: projectId }: Project) {
  const { t } = useTranslation('projects');
  const { busy, error, run } = useSending();
  return {
    busy,
    error,
    run: (body: RequestOf<typeof changeProject>['body'], done: (project: Project) => void) =>
      run(async () => {
        const {
          data: { project },
        } = await send(changeProject, { params: { projectId }, body });
        drawProject(project);
        notifyDone(t('settings.done'));
        done(project);
      }),
  };
}
