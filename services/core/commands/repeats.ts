import { createHash } from 'node:crypto';
import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { nothingChanged, requestKey } from '@hzm/contracts/core/request';
import { isFormer, type Codec } from '../events/codec.ts';
import type { EventStore, StoredEvent } from '../ports/event-store.ts';
import type { Request } from './request.ts';

/** The index of callers' requests of the last days. */
export interface RequestIndex {
  /** Returns the last event of a request. `reached` is the minimum position of the index. */
  find(
    key: string,
    reached: Position | undefined,
  ): Promise<{ readonly stream: string; readonly revision: number } | undefined>;
}

/** The first execution of a request. */
export interface Earlier {
  readonly event: StoredEvent;
  /** If it changed nothing, the revision of its stream at that time. */
  readonly unchangedAt: number | undefined;
}

/** Returns the stream that records that a request changed nothing in another stream. */
export const noteStream = ({ actor, id }: Request, stream: string): string =>
  `request-${createHash('sha256').update(`${actor}\n${id}\n${stream}`).digest().toString('base64url', 0, 16)}`;

/**
 * Recognises a repeated request by its stream, by its record of having changed nothing and, if the
 * stream is not read from the beginning, by the index.
 */
export class Repeats {
  readonly #store: EventStore;
  readonly #codec: Codec;
  readonly #index: RequestIndex;

  constructor(store: EventStore, codec: Codec, index: RequestIndex) {
    this.#store = store;
    this.#codec = codec;
    this.#index = index;
  }

  /**
   * @param history of the stream, whole or later than `snapshot`
   * @throws Problem CONFLICT if the id was used for another request
   */
  async find(
    request: Request,
    stream: string,
    history: readonly StoredEvent[],
    snapshot?: { readonly position: Position },
  ): Promise<Earlier | undefined> {
    if (!request.repeatable) return undefined;
    const own = history.findLast(event => isOf(event, request));
    if (own) return this.#same(request, own);
    const note = noteStream(request, stream);
    const [[noted], place] = await Promise.all([
      this.#store.readStream(note, { limit: 1 }),
      this.#index.find(requestKey(request.actor, request.id), snapshot?.position),
    ]);
    if (noted) return this.#same(request, noted);
    const earlier = place && (await this.#at(request, place));
    if (!earlier) return undefined;
    // The event is in another stream of the same request, so this stream's event is still to be
    // appended.
    const same = await this.#same(request, earlier);
    return earlier.stream === stream ? same : undefined;
  }

  /** Returns the last event of an answered request in any stream, as far as the index knows. */
  async last(request: Request): Promise<StoredEvent | undefined> {
    const place = request.repeatable
      ? await this.#index.find(requestKey(request.actor, request.id), undefined)
      : undefined;
    const event = place && (await this.#at(request, place));
    return event && (await this.#same(request, event)).event;
  }

  /**
   * Whether a version before 0.3.0 answered a request about this project, and the event still
   * allows a comparison.
   */
  async isFormer(request: Pick<Request, 'actor' | 'id'>, projectId: string): Promise<boolean> {
    const place = await this.#index.find(requestKey(request.actor, request.id), undefined);
    const event = place && (await this.#at(request, place));
    if (!event || event.data['projectId'] !== projectId) return false;
    return isFormer(event) && this.#codec.isComparable(event);
  }

  async #at(
    request: Pick<Request, 'actor' | 'id'>,
    { stream, revision }: { readonly stream: string; readonly revision: number },
  ): Promise<StoredEvent | undefined> {
    const [event] = await this.#store.readStream(stream, { from: revision, limit: 1 });
    return event && isOf(event, request) ? event : undefined;
  }

  async #same(request: Request, event: StoredEvent): Promise<Earlier> {
    if (!(await this.#codec.asksTheSame(event, request.digest)))
      throw new Problem('CONFLICT', { text: 'request-id-reused' });
    return {
      event,
      unchangedAt:
        event.type === nothingChanged.type ? (event.data['revision'] as number) : undefined,
    };
  }
}

/** Whether an event is the result of a request. */
export const isOf = (
  { meta }: StoredEvent,
  { id, actor }: Pick<Request, 'actor' | 'id'>,
): boolean => meta['request'] === id && meta['actor'] === actor;
