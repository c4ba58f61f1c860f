import type { Project } from '@hzm/contracts/features/projects/project';
import { store } from './jotai.ts';
import { takeIn } from './live.ts';
import { projectOf } from './project.live.ts';
import { projectsOf } from './projects.live.ts';
import { sessionAtom } from './session.ts';

/**
 * Shows a project from an answer, on its page and in the list, before its change arrives over the
 * socket.
 */
export function drawProject(project: Project): void {
  projectOf(project.id).update(known => ({ ...known, project }));
  const accountId = store.get(sessionAtom)?.user.id;
  if (accountId !== undefined)
    projectsOf(accountId).update(known => takeIn(known, project, 'first'));
}
