import { mayAs, type ProjectAccess } from '@hzm/contracts/features/members/rights';
import { getProject } from '@hzm/contracts/features/projects/api';
import type { Project } from '@hzm/contracts/features/projects/project';
import { listTables } from '@hzm/contracts/features/tables/api';
import type { Table } from '@hzm/contracts/features/tables/table';
import { send } from '../lib/http.ts';
import { applyChange, knownFrom, type Known } from './live.ts';
import { store } from './jotai.ts';
import { sessionAtom } from './session.ts';
import { liveResource, resources, useLive, type Loaded } from './live-resource.ts';

export interface ProjectWithTables {
  readonly project: Project;
  readonly tables: Known<Table>;
}

/** A project with its tables and their fields. */
export const projectOf = resources<ProjectWithTables>(projectId => liveResource({
  topic: `project:${projectId}`,
  load: async waitFor => {
    const params = { projectId };
    const [{ data: { project } }, { data: { tables } }] = await Promise.all([send(getProject, { params }, { waitFor }), send(listTables, { params }, { waitFor })]);
    return { project, tables: knownFrom(tables) };
  },
  apply: ({ project, tables }, change) => {
    if (change.kind === 'table') {
      const next = applyChange(tables, change, 'last');
      return next === 'refetch' ? next : { project, tables: next };
    }
    if (change.kind === 'member' && change.id === me()) return change.op === 'drop' ? { project: { ...project, role: project.role === 'admin' ? 'admin' : null }, tables } : 'refetch';
    if (change.kind !== 'project' || change.id !== projectId) return { project, tables };
    if (change.op === 'drop') return 'refetch';
    return { project: { ...project, ...((change.doc ?? change.patch) as Partial<Project>) }, tables };
  },
  // Who is out of the project may still read and copy what is on the screen.
  stays: ({ project }) => project.role === null,
}));

const me = (): string | undefined => store.get(sessionAtom)?.user.id;

/** What whoever is signed in may do in a project, by their role in it now. */
export function useMay(projectId: string): (access: ProjectAccess) => boolean {
  const role = useProject(projectId).data?.project.role;
  return access => mayAs(role, access);
}

export const useProject = (projectId: string): Loaded<ProjectWithTables> => useLive(projectOf(projectId));
