import { listRowImports } from '@hzm/contracts/features/row-files/api';
import type { RowImport } from '@hzm/contracts/features/row-files/row-import';
import { liveResource, resources, useLive, type Loaded } from '../../state/live-resource.ts';

type Imports = readonly RowImport[];

/** One's own imports of a project, newest first, with their progress. */
export const rowImportsOf = resources<Imports>(projectId =>
  liveResource({
    topic: `project:${projectId}`,
    load: async (ask): Promise<Imports> =>
      (await ask(listRowImports, { params: { projectId } })).imports,
    apply: (imports, { kind, id, op, doc }) => {
      if (kind !== 'row-import' || !imports.some(one => one.id === id)) return imports;
      if (op !== 'put' || doc?.['state'] !== 'running') return 'refetch';
      const { read, added, refused } = doc as unknown as RowImport;
      return imports.map(one => (one.id === id ? { ...one, read, added, refused } : one));
    },
  }),
);

export const useRowImports = (projectId: string): Loaded<Imports> =>
  useLive(rowImportsOf(projectId));
