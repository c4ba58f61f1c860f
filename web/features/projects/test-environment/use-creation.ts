import { createTestEnvironment } from '@hzm/contracts/features/projects/api';
import type { Project } from '@hzm/contracts/features/projects/project';
import { useTranslation } from 'react-i18next';
import { asApiError, type ApiError } from '../../../lib/api-error.ts';
import { send } from '../../../lib/http.ts';
import { drawProject } from '../../../state/draw-project.ts';
import { atom, store, useAtomValue } from '../../../state/jotai.ts';
import { notifyDone } from '../../../ui/notify.tsx';
import { simulated, type Simulated } from './simulation.ts';

/** What became of a creation that failed. */
export interface CreationFailure {
  readonly error: ApiError;
  readonly simulated: Simulated;
}

/**
 * By the live project's id: on its way, or failed. Lost with the page, as a picture of nothing
 * should be.
 */
const creations = atom<ReadonlyMap<string, 'busy' | CreationFailure>>(new Map());
const set = (id: string, what: 'busy' | CreationFailure | null): void =>
  store.set(creations, before => {
    const next = new Map(before);
    if (what === null) next.delete(id);
    else next.set(id, what);
    return next;
  });

/** The creation of a project's test environment. */
export function useCreation(project: Project): {
  readonly busy: boolean;
  readonly failed: CreationFailure | null;
  readonly create: () => void;
  readonly dismiss: () => void;
} {
  const { t } = useTranslation('projects');
  const now = useAtomValue(creations).get(project.id);
  const create = async (): Promise<void> => {
    if (now === 'busy') return;
    set(project.id, 'busy');
    try {
      const { data } = await send(createTestEnvironment, { params: { projectId: project.id } });
      set(project.id, null);
      drawProject(data.project);
      notifyDone(t('test.done'));
      focusGroup(project.id);
    } catch (error) {
      set(project.id, { error: asApiError(error), simulated: simulated(project, new Date()) });
    }
  };
  return {
    busy: now === 'busy',
    failed: now === undefined || now === 'busy' ? null : now,
    create: () => void create(),
    dismiss: () => set(project.id, null),
  };
}

/** The button that was pressed is gone: the group stands in its place. */
function focusGroup(id: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement === null || document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-group-of="${CSS.escape(id)}"]`)?.focus();
  });
}
