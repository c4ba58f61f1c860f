import type { AnswerOf } from '@hzm/contracts/core/call';
import type { storage } from '@hzm/contracts/features/portable/api';
import { ESTIMATE } from '@hzm/contracts/features/portable/portable';
import { EVERYBODY, listedProjects } from '@hzm/projections/features/administration/administration';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import type { Engine } from '@hzm/services/core/engine';
import { pages } from '@hzm/services/core/pages';
import { SYSTEM } from '@hzm/services/core/ports/read-model';

/** So many tables are read at once, or so many bytes of them. */
const PAGE_TABLES = 500;
const PAGE_BYTES = 2_097_152;

type Storage = AnswerOf<typeof storage>;

/** Counts what there is, with what the stores really hold. */
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

/** Of each engine the count that runs, and the one that waits for it. */
const running = new WeakMap<Engine, Promise<Storage>>();
const waiting = new WeakMap<Engine, Promise<Storage>>();

/**
 * Counting goes through all tables: one at a time. Who asks meanwhile shares the next one, so that
 * no answer is older than its question.
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
