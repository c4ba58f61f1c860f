import type { AnswerOf } from '@hzm/contracts/core/call';
import type { storage } from '@hzm/contracts/features/portable/api';
import { ESTIMATE } from '@hzm/contracts/features/portable/portable';
import { EVERYBODY, listedProjects } from '@hzm/projections/features/administration/administration';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import type { Engine } from '@hzm/services/core/engine';
import { SYSTEM } from '@hzm/services/core/ports/read-model';
import { pages } from '@hzm/services/core/read-model/pages';

/** Maximum tables or bytes read at once. */
const PAGE_TABLES = 500;
const PAGE_BYTES = 2_097_152;

type Storage = AnswerOf<typeof storage>;

/** Counts tables and fields, with the size of the stores. */
async function counted({ model, store }: Engine): Promise<Storage> {
  let [tables, fields] = [0, 0];
  for await (const docs of pages(model, {
    collection: tableDocs,
    limit: PAGE_TABLES,
    bytes: { most: PAGE_BYTES },
  })) {
    tables += docs.length;
    fields += docs.reduce((sum, doc) => sum + Object.keys(doc.fields).length, 0);
  }
  const [{ total: projects = 0 }, log] = await Promise.all([
    model.find({
      collection: listedProjects,
      partition: EVERYBODY,
      limit: 0,
      count: true,
      ...SYSTEM,
    }),
    store.size().catch(() => null),
  ]);
  return {
    projects,
    tables,
    fields,
    estimate: projects * ESTIMATE.project + tables * ESTIMATE.table + fields * ESTIMATE.field,
    log,
  };
}

/** The running count and the next one, per engine. */
const running = new WeakMap<Engine, Promise<Storage>>();
const waiting = new WeakMap<Engine, Promise<Storage>>();

/**
 * Counts all tables, one count at a time. Callers during a count share the next one, so that no
 * answer is older than its question.
 */
export function storageOf(engine: Engine): Promise<Storage> {
  const shared = waiting.get(engine);
  if (shared) return shared;
  const next = Promise.allSettled([running.get(engine)]).then(() => {
    waiting.delete(engine);
    const storage = counted(engine);
    running.set(engine, storage);
    return storage;
  });
  waiting.set(engine, next);
  return next;
}
