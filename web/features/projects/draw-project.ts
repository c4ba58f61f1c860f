import type { Project } from '@hzm/contracts/features/projects/project';
import { store } from '../../state/jotai.ts';
import { takeIn } from '../../state/live.ts';
import { projectOf } from '../../state/project.live.ts';
import { projectsOf } from '../../state/projects.live.ts';
import { sessionAtom } from '../../state/session.ts';

/** Draws a project from an answer, on its page and in the list; the change that the socket brings says the same again. */
export function drawProject(project: Project): void {
  projectOf(project.id).update(known => ({ ...known, project }));
  const accountId = store.get(sessionAtom)?.user.id;
  if (accountId !== undefined) projectsOf(accountId).update(known => takeIn(known, project, 'first'));
}
