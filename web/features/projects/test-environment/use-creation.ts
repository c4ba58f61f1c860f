import { createTestEnvironment } from '@hzm/contracts/features/projects/api';
import type { Project } from '@hzm/contracts/features/projects/project';
import { useTranslation } from 'react-i18next';
import { asApiError, type ApiError } from '../../../lib/api-error.ts';
import { send } from '../../../lib/http.ts';
import { drawProject } from '../../../state/draw-project.ts';
import { atom, store, useAtomValue } from '../../../state/jotai.ts';
import { notifyDone } from '../../../ui/notify.tsx';
import { simulated, type Simulated } from './simulation.ts';

export interface CreationFailure {
  readonly error: ApiError;
  readonly simulated: Simulated;
}

/** Creations by live project id, pending or failed. Lost on reload, like the preview. */
const creations = atom<ReadonlyMap<string, 'busy' | CreationFailure>>(new Map());
const set = (id: string, what: 'busy' | CreationFailure | null): void =>
  store.set(creations, before => {
    const next = new Map(before);
    if (what === null) next.delete(id);
    else next.set(id, what);
    return next;
  });

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

/** Focuses the group that replaces the pressed button. */
function focusGroup(id: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement === null || document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-group-of="${CSS.escape(id)}"]`)?.focus();
  });
}
