import type { Event } from '@hzm/contracts/core/event';
import { isPosition } from '@hzm/contracts/core/position';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import type { Context, Engine, PointInTimeReads, Scope } from '../../core/engine.ts';
import { Gate, type Place } from '../../core/limits/gate.ts';
import type { Source } from '../../core/limits/source.ts';
import { MOMENTS_BYTES } from '../../core/ports/byte-budget.ts';
import type { DocumentReader } from '../../core/ports/read-model.ts';
import type { WeighedReadModel } from '../../core/projecting/replay.ts';
import { waitForHead } from '../../core/projecting/wait-for-head.ts';
import { eventsUntil } from './events-until.ts';

type Sources = Pick<Engine, 'store' | 'codec' | 'model' | 'projector' | 'now'>;

/** Age in milliseconds below which a moment may still get events, because clocks differ. */
const SETTLED_MS = 60_000;
/** Limits on building past states, each of which may take `MAX_MOMENT_BYTES`. */
const LIMITS = { together: 2, each: 1, waiting: 32, waitingEach: 8, timeoutMs: 5_000 };

/** Parts of events after which a past state that is being built lets others go on with theirs. */
export const TURN_PARTS = 128;

/** Memory in bytes of a past state besides its documents, however few they are. */
const EMPTY_BYTES = 32_768;

/** Yields all parts; between them, others get the place by turns. @throws Problem NOT_READY */
export async function* inTurns<Part>(
  parts: AsyncIterable<Part>,
  { isWanted, giveWay }: Place,
): AsyncGenerator<Part> {
  let count = 0;
  for await (const part of parts) {
    yield part;
    if (++count < TURN_PARTS || !isWanted()) continue;
    await giveWay();
    count = 0;
  }
}

interface Moment {
  readonly projectId: string;
  /** The account that let it be built, for which its memory counts. */
  readonly account: string;
  readonly model: Promise<DocumentReader>;
  /** Its memory in bytes, once known. */
  bytes: number;
}

/**
 * Read models of past states, folded from the log on request, a few at once. The latest are cached;
 * where they are too many, the account that keeps the most loses its oldest.
 */
export class LogPointInTimeReads implements PointInTimeReads {
  readonly #sources: Sources;
  readonly #replay: (events: AsyncIterable<readonly Event[]>) => Promise<WeighedReadModel>;
  readonly #moments = new Map<string, Moment>();
  readonly #gate = new Gate(LIMITS);

  /** @param replay builds a read model from events */
  constructor(
    sources: Sources,
    replay: (events: AsyncIterable<readonly Event[]>) => Promise<WeighedReadModel>,
  ) {
    this.#sources = sources;
    this.#replay = replay;
    sources.projector.listen(batch => {
      for (const {
        event: { type, data },
      } of batch)
        if (type === projectDeleted.type) this.#forget(data['projectId'] as string);
    });
  }

  async at(scope: Scope, asOf: string, source: Source): Promise<DocumentReader> {
    const head = await waitForHead(this.#sources);
    const settled = isPosition(asOf)
      ? asOf <= head
      : Date.parse(asOf) < this.#sources.now().getTime() - SETTLED_MS;
    if (!settled) return this.#make(scope, asOf, source);

    const key = JSON.stringify([scope.projectId, scope.tableId, scope.rowId, scope.stream, asOf]);
    const moment = this.#moments.get(key) ?? this.#build(scope, asOf, key, source);
    // Moves the entry to the end, because eviction starts at the beginning.
    this.#moments.delete(key);
    this.#moments.set(key, moment);
    return moment.model;
  }

  #make(scope: Scope, asOf: string, source: Source): Promise<WeighedReadModel> {
    return this.#gate.run(source, place =>
      this.#replay(inTurns(eventsUntil(this.#sources, scope, asOf), place)),
    );
  }

  #build(scope: Scope, asOf: string, key: string, source: Source): Moment {
    const model = this.#make(scope, asOf, source);
    const { account } = source;
    const moment: Moment = { projectId: scope.projectId, account, model, bytes: 0 };
    model.then(
      ({ weight }) => {
        moment.bytes = EMPTY_BYTES + weight;
        this.#trim();
      },
      () => this.#moments.delete(key),
    );
    return moment;
  }

  #trim(): void {
    let total = this.#moments.values().reduce((sum, { bytes }) => sum + bytes, 0);
    while (total > MOMENTS_BYTES) {
      const largest = this.#largestAccount();
      const oldest = this.#moments
        .entries()
        .find(([, { account, bytes }]) => account === largest && bytes > 0);
      if (!oldest) return;
      const [key, { bytes }] = oldest;
      this.#moments.delete(key);
      total -= bytes;
    }
  }

  #largestAccount(): string | undefined {
    const kept = new Map<string, number>();
    for (const { account, bytes } of this.#moments.values())
      kept.set(account, (kept.get(account) ?? 0) + bytes);
    return [...kept].toSorted(([, a], [, b]) => b - a)[0]?.[0];
  }

  #forget(projectId: string): void {
    for (const [key, moment] of this.#moments)
      if (moment.projectId === projectId) this.#moments.delete(key);
  }
}

/**
 * Returns the engine, with its read model as of an earlier time if given.
 * @throws Problem PAYLOAD_TOO_LARGE, NOT_READY
 */
export const withReadModelAsOf = async (
  { engine, source }: Pick<Context, 'engine' | 'source'>,
  scope: Scope,
  asOf: string | undefined,
): Promise<Engine> =>
  asOf === undefined
    ? engine
    : { ...engine, model: await engine.pointInTime.at(scope, asOf, source) };
