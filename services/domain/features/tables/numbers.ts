import { START } from '@hzm/contracts/core/position';
import { numbersTaken, valuesNumbered } from '@hzm/contracts/features/tables/events';
import { storageDocs } from '@hzm/projections/features/storage/storage';
import { counterDocs, type Counter } from '@hzm/projections/features/tables/numbers';
import type { Snapshot, StreamCommand } from '@hzm/services/core/commands/command-executor';
import { decider } from '@hzm/services/core/commands/decider';
import { systemRequest } from '@hzm/services/core/commands/request';
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

/** Returns a counter that reserves the first numbers for the rows that are already there. */
const beginning = (rows: number): Counter => ({
  next: rows + 1,
  ...(rows > 0 && { kept: { next: 1, end: rows } }),
  pages: 0,
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

/**
 * A command on the counter of a field. A new counter starts after the rows that are already there.
 */
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

/** Appends an event that takes `count` numbers; returns the first one. */
async function append(sources: NumberSources, of: OfField, count: number): Promise<number> {
  const { begun, ...command } = counterCommand(sources, of);
  // A repetition of the caller's request must not repeat its numbers.
  const { state } = await sources.executor.execute(systemRequest(), {
    ...command,
    decide: now => {
      const counter = begun(now);
      return [numbersTaken({ ...of, counter: { ...counter, next: counter.next + count } })];
    },
  });
  return begun(state).next - count;
}

interface Ask {
  readonly count: number;
  readonly resolve: (first: number) => void;
  readonly reject: (error: unknown) => void;
}

/** Requests that wait for the next append, by executor and field. */
const waiting = new WeakMap<object, Map<string, Ask[]>>();

/** Takes numbers for a request, then for those that arrived meanwhile, until none is left. */
async function takeTurns(
  sources: NumberSources,
  of: OfField,
  fields: Map<string, Ask[]>,
  first: Ask,
): Promise<void> {
  for (let asks = [first]; asks.length > 0;) {
    const later: Ask[] = [];
    fields.set(of.fieldId, later);
    try {
      let next = await append(
        sources,
        of,
        asks.reduce((sum, { count }) => sum + count, 0),
      );
      for (const { count, resolve } of asks) {
        resolve(next);
        next += count;
      }
    } catch (error) {
      for (const { reject } of asks) reject(error);
    }
    asks = later;
  }
  fields.delete(of.fieldId);
}

/**
 * Takes `count` numbers of a field, which no other row gets, even if they stay unused. Requests
 * that arrive during an append share the next one.
 * @returns the first number
 * @throws Problem
 */
export function takeNumbers(sources: NumberSources, of: OfField, count: number): Promise<number> {
  const fields = waiting.get(sources.executor) ?? new Map<string, Ask[]>();
  waiting.set(sources.executor, fields);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const ask = { count, resolve, reject };
  const others = fields.get(of.fieldId);
  if (others) others.push(ask);
  else void takeTurns(sources, of, fields, ask);
  return promise;
}
