import type { Project } from '@hzm/contracts/features/projects/project';
import { listTables } from '@hzm/contracts/features/tables/api';
import { listWidgets } from '@hzm/contracts/features/widgets/api';
import { useEffect, useState } from 'react';
import { send } from '../../lib/http.ts';

/** Bounds the projects whose parts are loaded. */
const MAX_PROJECTS = 30;

export interface Found {
  readonly id: string;
  readonly name: string;
  readonly project: Project;
}
interface Parts {
  readonly tables: readonly Found[];
  readonly widgets: readonly Found[];
}
const NONE: Parts = { tables: [], widgets: [] };

const tablesOf = async (project: Project): Promise<Found[]> => {
  if (project.tableCount === 0) return [];
  const { data } = await send(listTables, { params: { projectId: project.id } });
  return data.tables.map(({ id, name }) => ({ id, name, project }));
};
const widgetsOf = async (project: Project): Promise<Found[]> => {
  if (project.widgetCount === 0) return [];
  const { data } = await send(listWidgets, { params: { projectId: project.id } });
  return data.widgets.map(({ id, name }) => ({ id, name, project }));
};

async function allOf(
  projects: readonly Project[],
  of: (project: Project) => Promise<Found[]>,
): Promise<Found[]> {
  const found = await Promise.allSettled(projects.slice(0, MAX_PROJECTS).map(of));
  return found.flatMap(one => (one.status === 'fulfilled' ? one.value : []));
}

/**
 * Tables and widgets of the newest projects, loaded when the palette opens. Failures are skipped.
 */
export function useParts(projects: readonly Project[], open: boolean): Parts {
  const [parts, setParts] = useState(NONE);
  useEffect(() => {
    if (!open) return undefined;
    let wanted = true;
    const keep = (more: Partial<Parts>): void => {
      if (wanted) setParts(now => ({ ...now, ...more }));
    };
    void allOf(projects, tablesOf).then(tables => keep({ tables }));
    void allOf(projects, widgetsOf).then(widgets => keep({ widgets }));
    return () => {
      wanted = false;
    };
  }, [open, projects]);
  return parts;
}
