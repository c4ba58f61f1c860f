import type { Project } from '@hzm/contracts/features/projects/project';
import { listTables } from '@hzm/contracts/features/tables/api';
import { useEffect, useState } from 'react';
import { send } from '../../lib/http.ts';

/** Bounds the projects whose tables are loaded. */
const MAX_PROJECTS = 30;

export interface FoundTable {
  readonly id: string;
  readonly name: string;
  readonly project: Project;
}

/** Tables of the newest projects, loaded when the palette opens. Failures are skipped. */
export function useTables(projects: readonly Project[], open: boolean): readonly FoundTable[] {
  const [tables, setTables] = useState<readonly FoundTable[]>([]);
  useEffect(() => {
    if (!open) return undefined;
    let wanted = true;
    const of = async (project: Project): Promise<FoundTable[]> => {
      if (project.tableCount === 0) return [];
      const { data } = await send(listTables, { params: { projectId: project.id } });
      return data.tables.map(({ id, name }) => ({ id, name, project }));
    };
    void Promise.allSettled(projects.slice(0, MAX_PROJECTS).map(of)).then(found => {
      if (wanted) setTables(found.flatMap(one => (one.status === 'fulfilled' ? one.value : [])));
    });
    return () => {
      wanted = false;
    };
  }, [open, projects]);
  return tables;
}
