import { newId } from '@hzm/contracts/core/ids';
import { START } from '@hzm/contracts/core/position';
import { numbersTaken, valuesNumbered } from '@hzm/contracts/features/tables/events';
import { storageDocs } from '@hzm/projections/features/storage/storage';
import { counterDocs, type Counter } from '@hzm/projections/features/tables/numbers';
import type { Snapshot, StreamCommand } from '@hzm/services/core/commands/command-executor';
import { decider } from '@hzm/services/core/commands/decider';
import type { Request } from '@hzm/services/core/commands/request';
import type { Engine } from '@hzm/services/core/engine';
import { NO_STREAM } from '@hzm/services/core/ports/event-store';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import type { OfField } from './schema.ts';

export type NumberSources = Pick<Engine, 'store' | 'executor' | 'model' | 'projector'>;

/** The counter of one field; undefined before its first number. */
type Counting = Counter | undefined;

const counting = decider<Counting>(undefined, when => [
  when(numbersTaken, (_, { counter }) => counter),
  when(valuesNumbered, (_, { counter }) => counter),
]);

/** Returns a counter that keeps the first numbers for as many rows as there are. */
const beginning = (rows: number): Counter => ({
  next: rows + 1,
  ...(rows > 0 && { kept: { next: 1, end: rows } }),
  pages: 0,
});

/** Not the caller's request, which may come again: numbers that it took belong to its rows. */
export const nobody = (): Request => ({
  actor: 'system',
  id: newId(),
  repeatable: false,
  digest: '',
});

async function snapshotOf({ model }: NumberSources, fieldId: string): Promise<Snapshot<Counting>> {
  const doc = await model.get(counterDocs, fieldId);
  const state = doc?.counter;
  return {
    state,
    position: doc?.position ?? START,
    revision: doc?.revision ?? NO_STREAM,
    at: async () => state,
  };
}

/** A command on the counter of a field, which begins behind the rows that are there. */
export function counterCommand(
  sources: NumberSources,
  { fieldId, tableId, projectId }: OfField,
): Omit<StreamCommand<Counting>, 'decide'> & { readonly begun: (now: Counting) => Counter } {
  let rows: number | undefined;
  return {
    stream: `numbers-${fieldId}`,
    about: { projectId },
    decider: counting,
    snapshot: async () => {
      const snapshot = await snapshotOf(sources, fieldId);
      if (snapshot.state === undefined && rows === undefined) {
        await waitForHead(sources);
        rows = (await sources.model.get(storageDocs, tableId))?.rows ?? 0;
      }
      return snapshot;
    },
    begun: now => now ?? beginning(rows ?? 0),
  };
}

/**
 * Takes as many numbers of a field as rows need; nobody else gets them, whether they are used or
 * not. @returns the first one
 * @throws Problem
 */
export async function takeNumbers(
  sources: NumberSources,
  of: OfField,
  count: number,
): Promise<number> {
  const { begun, ...command } = counterCommand(sources, of);
  const { state } = await sources.executor.execute(nobody(), {
    ...command,
    decide: now => {
      const counter = begun(now);
      return [numbersTaken({ ...of, counter: { ...counter, next: counter.next + count } })];
    },
  });
  return begun(state).next - count;
}
