import type { EventMeta, DomainEvent } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { rowHeld } from '@hzm/contracts/features/rows/events';
import { withinTime } from '@hzm/services/core/commands/command-executor';
import type { Decision } from '@hzm/services/core/commands/decider';
import { pause } from '@hzm/services/core/commands/pause';
import type { Request } from '@hzm/services/core/commands/request';
import { NO_STREAM } from '@hzm/services/core/ports/event-store';
import { letGo } from '@hzm/services/core/ports/memory';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { partsOf } from '../../past/row-events.ts';
import type { Found } from './bulk.ts';
import { abandon, batchStream, settling } from './hold.ts';
import { numbering } from './numbering.ts';
import { type RowPast } from './past.ts';
import { lastingRow, row, rowStream, type RowState } from './row.ts';
import { snapshotOfDoc, lastingPast, rowDoc, type RowSources } from './snapshot.ts';
import { stateOf } from './view.ts';
import { withinAnswer } from './within-answer.ts';

interface OfTable {
  readonly projectId: string;
  readonly tableId: string;
}

/** The outcome of a batch. */
export type Batched =
  /** `after`: each row as it is now, in the order in which they were named. */
  | {
      readonly kind: 'decided';
      readonly after: readonly RowState[];
      readonly position: Position | undefined;
    }
  /** This request was answered before, `at` that position; `position`: of what it wrote. */
  | { readonly kind: 'repeated'; readonly position: Position | undefined; readonly at: Position };

export type ReadPasts = (
  rowIds: readonly string[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, RowPast>>;

interface Rows {
  readonly are: 'new' | 'there';
  readonly ids: readonly string[];
  /** The table of a row, if the batch is about several; those of `new` rows are in one. */
  readonly tableOf?: (rowId: string) => string;
  /** The bytes of JSON by which an answered row exceeds its document. */
  readonly perRow?: number;
  /** Reads what became of rows, also of removed ones, which have no document. */
  readonly pasts?: ReadPasts;
}

/**
 * Judges what was asked, and then, as often as needed, decides on the rows as they are. May throw a
 * Problem.
 */
type Plan = () => Decide | Promise<Decide>;
type Decide = (found: readonly Found[]) => Decision;

/**
 * Writes many rows, all or nothing, in a stream of their own. An event in the stream of each
 * existing row reserves it first, at the revision that was decided on; then one append commits. If
 * a row has moved on, the attempt is abandoned and decided again.
 * @param rows the rows, each once; `new` ones need no reservation, because their ids are unknown
 * yet
 * @param plan is made after it is known that the request was not answered before; an error that it
 * throws refuses the request
 * @throws Problem: the refusal of the decision; CONFLICT when the request's id came with another
 * body; PAYLOAD_TOO_LARGE, NOT_READY
 */
export async function writeBatch(
  engine: RowSources,
  caller: Request,
  of: OfTable,
  rows: Rows,
  plan: Plan,
): Promise<Batched> {
  const request = withinTime(caller);
  const batchId = (await engine.executor.ids(request))(`table:${of.tableId}`, 'batch');
  const streams =
    rows.are === 'new' ? [] : rows.ids.map(rowId => rowStream(rowIn(of, rows, rowId)));
  let planned: ReturnType<Plan> | undefined;
  const batched = await engine.executor.queue.run(
    [batchStream(batchId), ...streams],
    () => new Batch(engine, request, of, batchId, rows).write(() => (planned ??= plan())),
    request,
  );
  // Many documents take their time. A read model that rests is not waited for: the write itself is
  // done.
  await engine.projector.waitForPosition(batched.position).catch(() => undefined);
  return batched;
}

const rowIn = (of: OfTable, { tableOf }: Pick<Rows, 'tableOf'>, rowId: string) => ({
  ...of,
  ...(tableOf && { tableId: tableOf(rowId) }),
  rowId,
});

class Batch {
  readonly #engine: RowSources;
  readonly #request: ReturnType<typeof withinTime>;
  readonly #of: OfTable;
  readonly #id: string;
  readonly #rows: Rows;

  constructor(
    engine: RowSources,
    request: ReturnType<typeof withinTime>,
    of: OfTable,
    id: string,
    rows: Rows,
  ) {
    this.#engine = engine;
    this.#request = request;
    this.#of = of;
    this.#id = id;
    this.#rows = rows;
  }

  /** @param plan memoised, because each attempt calls it */
  async write(plan: Plan): Promise<Batched> {
    const { executor, store } = this.#engine;
    const stream = batchStream(this.#id);
    const complete = numbering(this.#engine, this.#of);
    let found: readonly Found[] | undefined;
    for (let count = 0; ; count++) {
      const events = count > 0 || this.#request.repeatable ? await store.readStream(stream) : [];
      const earlier = await executor.repeats.find(this.#request, stream, events);
      if (earlier)
        return {
          kind: 'repeated',
          position: earlier.unchangedAt === undefined ? earlier.event.position : undefined,
          at: earlier.event.position,
        };
      const attempt = events.at(-1)?.revision ?? NO_STREAM;
      const decide = await plan();
      // Documents may be behind, but not without being noticed: then the row cannot be held. A
      // refusal is noticed by nobody, so it is judged by the streams.
      const passed = letGo();
      let decision = found ? decide(found) : decide((found = await this.#fromDocuments()));
      if (
        count === 0 &&
        !this.#rows.pasts &&
        (decision instanceof Problem || decision.length === 0)
      ) {
        // The rows are not held twice, nor those that a refusal shows.
        [found, decision] = [[], []];
        passed();
        decision = decide((found = await this.#fromStreams(this.#rows.ids)));
      }
      if (decision instanceof Problem) throw decision;
      if (decision.length === 0) {
        await executor.note(
          this.#request,
          { stream, about: { projectId: this.#of.projectId } },
          attempt,
        );
        return { kind: 'decided', after: found.map(({ state }) => state), position: undefined };
      }

      const { facts, part } = await complete(decision);
      await this.#request.right?.stands();
      const commit = await executor.encode(this.#request, stream, facts, `${attempt}${part}`);
      const held = await this.#hold(attempt, found);
      const appended = held.every(Boolean)
        ? await executor.append(stream, attempt, commit)
        : undefined;
      if (appended) {
        this.#request.right?.used();
        return {
          kind: 'decided',
          after: after(found, facts, commit[0]!.meta),
          position: appended.position,
        };
      }
      const locks = held.filter(Boolean).length;
      if (locks > 0) await this.#abandon(attempt, locks);
      await pause(count, this.#request.signal);
      found = await this.#again(found, held);
    }
  }

  #abandon(attempt: number, held: number): Promise<void> {
    const { projectId } = this.#of;
    return abandon(this.#engine, { batchId: this.#id, attempt }, { projectId, held });
  }

  /** Whether each row could be held, in their order. @throws Problem NOT_READY */
  async #hold(attempt: number, found: readonly Found[]): Promise<boolean[]> {
    const { executor } = this.#engine;
    if (this.#rows.are === 'new') return [];
    // Not the caller's request: a hold has no content and is never repeated.
    const request: Request = {
      actor: this.#request.actor,
      id: this.#id,
      repeatable: false,
      digest: '',
    };
    try {
      // All at once, so that they share a commit.
      return await Promise.all(
        found.map(async ({ id, revision }) => {
          const stream = rowStream(rowIn(this.#of, this.#rows, id));
          return (
            (await executor.append(
              stream,
              revision,
              await executor.encode(request, stream, [rowHeld({ batchId: this.#id, attempt })]),
            )) !== undefined
          );
        }),
      );
    } catch (error) {
      // Otherwise the rows that are held already would keep others waiting for a while.
      await this.#abandon(attempt, found.length).catch(() => undefined);
      throw error;
    }
  }

  /**
   * The rows after an attempt that was abandoned: those that were held have not moved but for the
   * hold.
   */
  async #again(found: readonly Found[], held: readonly boolean[]): Promise<Found[]> {
    const moved = new Map(
      (await this.#fromStreams(found.filter((_, i) => !held[i]).map(({ id }) => id))).map(one => [
        one.id,
        one,
      ]),
    );
    return found.map(one => moved.get(one.id) ?? { ...one, revision: one.revision + 1 });
  }

  #within(ids: readonly string[], read: (id: string) => Promise<Found>): Promise<Found[]> {
    return withinAnswer(ids, this.#rows.perRow ?? 0, read);
  }

  #fromDocuments(): Promise<Found[]> {
    if (this.#rows.pasts) return this.#fromStreams(this.#rows.ids);
    return this.#within(this.#rows.ids, async id => {
      const doc =
        this.#rows.are === 'new'
          ? undefined
          : await rowDoc(this.#engine, rowIn(this.#of, this.#rows, id).tableId, id);
      return doc
        ? { id, state: stateOf(doc), revision: doc.revision }
        : { id, state: row.initial, revision: NO_STREAM };
    });
  }

  /**
   * As exact as a decision about one row. One without a document is gone when everything written by
   * now has been looked at.
   */
  async #fromStreams(ids: readonly string[]): Promise<Found[]> {
    if (ids.length === 0) return [];
    const [engine, of] = [this.#engine, this.#of];
    await waitForHead(engine);
    const settle = settling(engine, this.#request.signal, this.#id);
    const pasts = await this.#rows.pasts?.(ids, this.#request.signal);
    return this.#within(ids, async id => {
      const ofRow = rowIn(of, this.#rows, id);
      const past = pasts?.get(id);
      if (past) {
        const {
          state: { state, last },
          revision,
        } = await engine.executor.look({
          stream: rowStream(ofRow),
          decider: lastingRow,
          snapshot: async () => lastingPast(engine, ofRow, past),
          settle: settle(id),
        });
        return { id, state, revision, ...(last && { last }) };
      }
      const doc = await rowDoc(engine, ofRow.tableId, id);
      if (!doc) return { id, state: row.initial, revision: NO_STREAM };
      return {
        id,
        ...(await engine.executor.look({
          stream: rowStream(ofRow),
          decider: row,
          snapshot: async () => snapshotOfDoc(engine, ofRow, doc),
          settle: settle(id),
        })),
      };
    });
  }
}

/** Returns the rows after these events. */
function after(
  found: readonly Found[],
  facts: readonly DomainEvent[],
  meta: EventMeta,
): RowState[] {
  const said = new Map(facts.flatMap(fact => [...partsOf({ ...fact, meta })]));
  return found.map(({ id, state }) => {
    const part = said.get(id);
    return part ? row.evolve(state, part) : state;
  });
}
