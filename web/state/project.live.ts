import { getProject } from '@hzm/contracts/features/projects/api';
import type { Project } from '@hzm/contracts/features/projects/project';
import { listTables } from '@hzm/contracts/features/tables/api';
import type { Table } from '@hzm/contracts/features/tables/table';
import { send } from '../lib/http.ts';
import { applyChange, knownFrom, type Known } from './live.ts';
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
    if (change.kind !== 'project' || change.id !== projectId) return { project, tables };
    if (change.op === 'drop') return 'refetch';
    return { project: { ...project, ...((change.doc ?? change.patch) as Partial<Project>) }, tables };
  },
}));

export const useProject = (projectId: string): Loaded<ProjectWithTables> => useLive(projectOf(projectId));
