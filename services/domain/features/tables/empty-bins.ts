import { newId } from '@hzm/contracts/core/ids';
import { binDocs } from '@hzm/projections/features/tables/bin';
import { systemRequest } from '@hzm/services/core/commands/request';
import type { Engine } from '@hzm/services/core/engine';
import { pages } from '@hzm/services/core/read-model/pages';
import { bin, expireTable } from './bin.ts';

/** Tables that are looked up at once. */
const PAGE_TABLES = 100;

/**
 * Erases the tables whose stay in the bin has ended, as the system. Each project's own stream
 * decides, so that several processes do no harm.
 * @throws the first failure, after all others were tried
 */
export async function emptyBins(engine: Pick<Engine, 'executor' | 'model' | 'now'>): Promise<void> {
  let failure: { readonly error: unknown } | undefined;
  const now = engine.now();
  for await (const docs of pages(engine.model, {
    collection: binDocs,
    where: [{ path: 'until', op: 'lte', value: now.toISOString() }],
    limit: PAGE_TABLES,
  }))
    for (const { projectId, tableId } of docs)
      await engine.executor
        .execute(systemRequest(`bin ${newId()}`), {
          stream: `schema-${projectId}`,
          about: { projectId },
          decider: bin,
          decide: expireTable({ projectId, tableId }, now),
        })
        .catch((error: unknown) => {
          failure ??= { error };
        });
  if (failure) throw failure.error;
}
