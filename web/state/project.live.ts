import { mayAs, type ProjectAccess } from '@hzm/contracts/features/members/rights';
import { getProject } from '@hzm/contracts/features/projects/api';
import type { Project } from '@hzm/contracts/features/projects/project';
import { listTables } from '@hzm/contracts/features/tables/api';
import type { Table } from '@hzm/contracts/features/tables/table';
import { useEffect } from 'react';
import { store } from './jotai.ts';
import { liveResource, resources, useLive, type Loaded } from './live-resource.ts';
import { applyChange, knownFrom, type Known } from './live.ts';
import { sessionAtom } from './session.ts';

export interface ProjectWithTables {
  readonly project: Project;
  readonly tables: Known<Table>;
}

export const projectOf = resources<ProjectWithTables>(projectId =>
  liveResource({
    topic: `project:${projectId}`,
    load: async ask => {
      const params = { projectId };
      const [{ project }, { tables }] = await Promise.all([
        ask(getProject, { params }),
        ask(listTables, { params }),
      ]);
      return { project, tables: knownFrom(tables) };
    },
    apply: ({ project, tables }, change) => {
      if (change.kind === 'table') {
        const next = applyChange(tables, change, 'last');
        return next === 'refetch' ? next : { project, tables: next };
      }
      if (change.kind === 'member' && change.id === me())
        return change.op === 'drop'
          ? { project: { ...project, role: project.role === 'admin' ? 'admin' : null }, tables }
          : 'refetch';
      if (change.kind !== 'project' || change.id !== projectId) return { project, tables };
      if (change.op === 'drop') return 'refetch';
      return {
        project: { ...project, ...((change.doc ?? change.patch) as Partial<Project>) },
        tables,
      };
    },
    // A person removed from the project may still read and copy the screen.
    stays: ({ project }) => project.role === null,
  }),
);

const me = (): string | undefined => store.get(sessionAtom)?.user.id;

/** Checks the access of the signed-in person by their current role in a project. */
export function useMay(projectId: string): (access: ProjectAccess) => boolean {
  const role = useProject(projectId).data?.project.role;
  return access => mayAs(role, access);
}

/**
 * Follows the live project of a test environment, because a role applies to both and only the live
 * topic reports it.
 */
export function useLiveProjectOf({ id, parentProjectId }: Project): void {
  useEffect(() => {
    if (parentProjectId === null) return undefined;
    const live = projectOf(parentProjectId);
    const stop = store.sub(live.atom, () => {
      const role = store.get(live.atom).data?.project.role;
      const own = projectOf(id);
      if (role === undefined || role === store.get(own.atom).data?.project.role) return;
      if (role === null) own.update(known => ({ ...known, project: { ...known.project, role } }));
      // The visible data may have changed.
      else void own.reload();
    });
    const close = live.open();
    return () => {
      close();
      stop();
    };
  }, [id, parentProjectId]);
}

export const useProject = (projectId: string): Loaded<ProjectWithTables> =>
  useLive(projectOf(projectId));
