import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import type { Decision } from '@hzm/services/core/commands/decider';
import type { Context } from '@hzm/services/core/engine';
import { writeBatch } from './batch.ts';
import { removeRows, type Found } from './bulk.ts';
import { ChangedMeanwhile, type Going } from './pointing.ts';

interface OfTable {
  readonly projectId: string;
  readonly tableId: string;
}

/** Joins decisions; a refusal refuses all. */
function together(decisions: readonly Decision[]): Decision {
  const refusal = decisions.find(one => one instanceof Problem);
  return refusal ?? decisions.flatMap(one => (one instanceof Problem ? [] : one));
}

/**
 * Deletes rows of a table with all that go along, in one commit: all or nothing.
 * @param check refuses by the rows of the table as they are
 */
export async function removeAlong(
  { engine, request }: Pick<Context, 'engine' | 'request'>,
  of: OfTable,
  going: Going,
  check: (rows: readonly Found[]) => Problem | undefined = () => undefined,
): Promise<Position | undefined> {
  const { projectId, tableId } = of;
  // Those that point come first.
  const tables = [...going.tables].toReversed();
  const hasChanged = ({ id, state }: Found): boolean =>
    state.kind === 'kept' && (going.versions.get(id) ?? state.version) !== state.version;
  const tableOf = new Map(tables.flatMap(([table, ids]) => [...ids].map(id => [id, table])));
  const { position } = await writeBatch(
    engine,
    request,
    of,
    { are: 'there', ids: [...tableOf.keys()], tableOf: id => tableOf.get(id)! },
    () => found => {
      // They may name others by now.
      if (found.some(hasChanged)) return new ChangedMeanwhile();
      const own = found.filter(
        ({ id, state }) =>
          tableOf.get(id) === tableId && (state.kind === 'kept' || !going.versions.has(id)),
      );
      return (
        check(own) ??
        together(
          tables.map(([table]) =>
            table === tableId
              ? removeRows(of)(own)
              : removeRows(
                  { projectId, tableId: table },
                  { tableId },
                )(
                  found.filter(
                    ({ id, state }) => tableOf.get(id) === table && state.kind === 'kept',
                  ),
                ),
          ),
        )
      );
    },
  );
  return position;
}
