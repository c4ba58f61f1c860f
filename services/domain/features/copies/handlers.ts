import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/copies/api';
import type { RowCopy } from '@hzm/contracts/features/copies/copy';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import { handle, type Caller, type Engine } from '@hzm/services/core/engine';
import { keyFor } from '@hzm/services/core/files/draw';
import { authorize } from '../../access/authorize.ts';
import { mayStill } from '../../access/may-still.ts';
import { projectDoc } from '../../access/project.ts';
import { copyTables } from './copy-rows.ts';
import { tablePairs, type TablePair } from './pairs.ts';
import { looksPersonal } from './personal.ts';
import { rowCopies, throwIfRefused, type CopiedPart, type Copy } from './row-copies.ts';

const copyOf = ({ id, state, progress: parts }: Copy): RowCopy => {
  const sum = (of: (part: CopiedPart) => number): number =>
    parts.reduce((all, part) => all + of(part), 0);
  return {
    id,
    state,
    copied: sum(({ copied }) => copied),
    total: sum(({ total }) => total),
    files: sum(({ files }) => files),
    tables: parts.map(part => ({ ...part })),
  };
};

/**
 * Returns the live project of a test environment if the caller may read its rows, which no key of
 * the test environment may.
 * @throws Problem CONFLICT if it is no test environment; KEY_SCOPE, FORBIDDEN, NOT_FOUND
 */
async function liveProjectOf(
  engine: Engine,
  caller: Caller,
  testProjectId: string,
): Promise<string> {
  const { parentProjectId } = await projectDoc(engine, testProjectId);
  if (parentProjectId === null) throw new Problem('CONFLICT', { text: 'copy-no-test-environment' });
  await authorize(
    engine,
    caller,
    { access: 'project:write', method: 'POST' },
    { projectId: parentProjectId },
  );
  return parentProjectId;
}

const rowsIn = async ({ model }: Engine, tableId: string, by: string): Promise<number> =>
  (await model.find({ collection: rowDocs, partition: tableId, limit: 1, count: true, by }))
    .total ?? 0;

/**
 * Returns the requested tables, or all for undefined.
 * @throws Problem VALIDATION_ERROR
 */
function chosen(
  pairs: readonly TablePair[],
  tableIds: readonly string[] | undefined,
): readonly TablePair[] {
  if (tableIds === undefined) return pairs;
  const byId = new Map(pairs.map(pair => [pair.tableId, pair]));
  const details = tableIds.flatMap((id, i) =>
    byId.has(id) ? [] : [{ path: `tableIds.${i}`, message: { key: 'copy-table-unknown' } }],
  );
  if (details.length > 0) throw new Problem('VALIDATION_ERROR', { details });
  return [...new Set(tableIds)].map(id => byId.get(id)!);
}

export const handlers = [
  handle(
    api.copyRows,
    async (
      { engine, caller, source, request },
      { params: { projectId }, body: { tableIds, replace } },
    ) => {
      const { jobs, vault } = engine;
      const liveProjectId = await liveProjectOf(engine, caller, projectId);
      const id = (await engine.executor.ids(request))(`project:${projectId}`, 'copy');
      const earlier = jobs.of(rowCopies, projectId);
      if (earlier?.id === id) return { data: { copy: copyOf(earlier) } };
      throwIfRefused(jobs.refusal(rowCopies, projectId, source.account));
      const { pairs, test } = await tablePairs(engine, projectId, liveProjectId);
      const wanted = chosen(pairs, tableIds);
      const known = new Set([...test.values()].flatMap(({ fields }) => [...fields.keys()]));
      // An unknown field is refused, because a value to be replaced must never be copied as it is.
      const details = replace.flatMap((fieldId, i) =>
        known.has(fieldId) ? [] : [{ path: `replace.${i}`, message: { key: 'field-unknown' } }],
      );
      if (details.length > 0) throw new Problem('VALIDATION_ERROR', { details });
      const projectKey = await vault.obtain(`project:${projectId}`);
      if (!projectKey) throw new Problem('NOT_FOUND', { text: 'project-not-found' });
      const tables: { readonly pair: TablePair; readonly part: CopiedPart }[] = [];
      for (const pair of wanted)
        tables.push({
          pair,
          part: {
            id: pair.tableId,
            name: pair.name,
            total: await rowsIn(engine, pair.liveTableId, source.account),
            copied: 0,
            existing: 0,
            skipped: 0,
            files: 0,
          },
        });
      // The caller of the request is as it was then: an administrator may have been dismissed since.
      const may = async () =>
        (await engine.model.get(projectDocs, projectId)) !== undefined &&
        mayStill(engine, caller.actor, 'project:write', liveProjectId);
      const copying = {
        actor: caller.actor,
        by: source.account,
        testProjectId: projectId,
        key: keyFor(projectKey, 'values of copied rows'),
        replace: new Set(replace),
        may,
      };
      const copy: Copy = { id, state: 'running', progress: tables.map(({ part }) => part) };
      throwIfRefused(
        jobs.start(rowCopies, projectId, source.account, copy, signal =>
          copyTables(engine, copying, tables, signal),
        ),
      );
      return { data: { copy: copyOf(copy) } };
    },
  ),

  handle(api.getRowCopy, async ({ engine, caller, source }, { params: { projectId } }) => {
    const liveProjectId = await liveProjectOf(engine, caller, projectId);
    const last = engine.jobs.of(rowCopies, projectId);
    const { pairs, test } = await tablePairs(engine, projectId, liveProjectId);
    // A running copy counts by itself.
    const count =
      last?.state === 'running'
        ? () => Promise.resolve(null)
        : (tableId: string) => rowsIn(engine, tableId, source.account);
    const tables = await engine.histories.run(source, async () => {
      const counted = [];
      for (const { tableId, name, liveTableId } of pairs)
        counted.push({
          id: tableId,
          name,
          liveRows: await count(liveTableId),
          rows: await count(tableId),
        });
      return counted;
    });
    const proposed = pairs.flatMap(({ tableId, fields }) =>
      [...test.get(tableId)!.fields].flatMap(([id, field]) =>
        fields.has(id) && looksPersonal(field) ? [id] : [],
      ),
    );
    return { data: { copy: last ? copyOf(last) : null, tables, proposed } };
  }),

  handle(api.stopRowCopy, async ({ engine, caller }, { params: { projectId } }) => {
    await liveProjectOf(engine, caller, projectId);
    await engine.jobs.stop(rowCopies, projectId);
    const last = engine.jobs.of(rowCopies, projectId);
    return { data: { copy: last ? copyOf(last) : null } };
  }),
];
