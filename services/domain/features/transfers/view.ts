import { Problem } from '@hzm/contracts/core/problem';
import type { Transfer, TransferObstacle } from '@hzm/contracts/features/transfers/transfer';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import { transferDocs, type TransferDoc } from '@hzm/projections/features/transfers/transfers';
import type { Context, Engine } from '@hzm/services/core/engine';
import { actorsOf } from '../../access/actors.ts';
import { projectDoc } from '../../access/project.ts';
import { seesHiddenFields } from '../../access/shown-fields.ts';
import { changesShown, type ShowsField } from '../../access/visibility.ts';
import { loadHistoryContext } from '../history/history-context.ts';
import type { Obstacle } from './transfers.ts';

type Model = Pick<Engine, 'model'>;

/** People and keys by what events name them; who is gone has no name. */
function people(
  engine: Model,
): (id: string) => Promise<{ readonly id: string; readonly name: string }> {
  const actor = actorsOf(engine);
  return async by => {
    const { id, name } = await actor(by);
    return { id, name };
  };
}

const everything: ShowsField = () => true;

const namesField = (part: TransferDoc['tables'][number] | Obstacle): boolean =>
  'fieldId' in part || ('changes' in part && part.changes.some(one => 'fieldId' in one));

/**
 * Returns which fields of a project the caller is shown, of those also that were removed.
 * @param parts what is going to be shown: the past is read only if it names a field
 * @throws Problem NOT_READY where too many read the past
 */
export async function shownInReceipts(
  context: Pick<Context, 'engine' | 'caller' | 'source'>,
  projectId: string,
  parts: readonly (TransferDoc['tables'][number] | Obstacle)[],
): Promise<ShowsField> {
  if (!parts.some(namesField) || (await seesHiddenFields(context, projectId))) return everything;
  const { engine, source } = context;
  const { hidden } = await engine.histories.run(source, () =>
    loadHistoryContext(engine, projectId, new Set()),
  );
  return fieldId => !hidden.has(fieldId);
}

/** Receipts on the wire. @param isShown default: the reader may transfer, so sees all fields */
export async function transfersOf(
  engine: Model,
  docs: readonly TransferDoc[],
  isShown = everything,
): Promise<Transfer[]> {
  const person = people(engine);
  return Promise.all(
    docs.map(
      async ({
        id,
        testProjectId,
        position,
        at,
        by,
        events,
        tables,
        widgets,
        undoneAt,
        undoneBy,
      }) => ({
        id,
        testProjectId,
        position,
        at,
        by: await person(by),
        events,
        tables: tables.map(table => ({ ...table, changes: changesShown(table.changes, isShown) })),
        widgets: [...widgets],
        undone:
          undoneAt === null || undoneBy === null
            ? null
            : { at: undoneAt, by: await person(undoneBy) },
      }),
    ),
  );
}

/** @throws Problem NOT_FOUND, also for a transfer to another project */
export async function transferDoc(
  { model }: Model,
  projectId: string,
  transferId: string,
): Promise<TransferDoc> {
  const doc = await model.get(transferDocs, transferId);
  if (doc?.projectId !== projectId) throw new Problem('NOT_FOUND');
  return doc;
}

/** Obstacles on the wire: with the names of who made them. @param isShown as of `transfersOf` */
export async function shownObstacles(
  engine: Model,
  obstacles: readonly Obstacle[],
  isShown = everything,
): Promise<TransferObstacle[]> {
  const person = people(engine);
  const shown = obstacles.filter(one => !('fieldId' in one) || isShown(one.fieldId));
  return Promise.all(
    shown.map(async one => {
      if (!('by' in one)) return one;
      const named = { ...one, by: await person(one.by) };
      return 'changes' in named
        ? { ...named, changes: changesShown(named.changes, isShown) }
        : named;
    }),
  );
}

/**
 * The live project of a test environment. @throws Problem NOT_FOUND if it is not this test
 * environment's
 */
export async function liveProject(
  engine: Model,
  testProjectId: string,
  liveProjectId: string,
): Promise<ProjectDoc> {
  const test = await projectDoc(engine, testProjectId);
  if (test.parentProjectId !== liveProjectId)
    throw new Problem('NOT_FOUND', { text: 'transfer-no-pair' });
  return projectDoc(engine, liveProjectId);
}
