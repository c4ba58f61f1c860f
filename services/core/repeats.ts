import { createHash } from 'node:crypto';
import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { nothingChanged, requestKey } from '@hzm/contracts/core/request';
import { isFormer, type Codec } from './codec.ts';
import type { EventStore, StoredEvent } from './ports/event-store.ts';
import type { Request } from './request.ts';

/** Where a caller's requests of the last days stand in the log. */
export interface RequestIndex {
  /** The last event of a request; `reached`: a position that the answer must not be older than. */
  find(
    key: string,
    reached: Position | undefined,
  ): Promise<{ readonly stream: string; readonly revision: number } | undefined>;
}

/** What a request did the first time. */
export interface Earlier {
  readonly event: StoredEvent;
  /** When it had nothing to change: the revision that the stream it was about had then. */
  readonly unchangedAt: number | undefined;
}

/** The stream in which a request says of another stream that it had nothing to change there. */
export const noteStream = ({ actor, id }: Request, stream: string): string =>
  `request-${createHash('sha256').update(`${actor}\n${id}\n${stream}`).digest().toString('base64url', 0, 16)}`;

/**
 * Knows a request again whose name its caller chose: by the stream it is about, by its note that it
 * had nothing to change, and, where the stream is not read from
 * its beginning, by the index.
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
   * @param history of the stream, all or what is later than `snapshot`
   * @throws Problem CONFLICT when something else was asked for under this name
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
    // Another stream of the same request has its event: this stream's is still to be appended.
    const same = await this.#same(request, earlier);
    return earlier.stream === stream ? same : undefined;
  }

  /**
   * The last event of a request that was answered before, whatever it was about; as far as the
   * index knows.
   */
  async last(request: Request): Promise<StoredEvent | undefined> {
    const place = request.repeatable
      ? await this.#index.find(requestKey(request.actor, request.id), undefined)
      : undefined;
    const event = place && (await this.#at(request, place));
    return event && (await this.#same(request, event)).event;
  }

  /**
   * Whether a version before 0.3.0 answered a request about this project, which is still there to
   * compare it with.
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

const isOf = ({ meta }: StoredEvent, { id, actor }: Pick<Request, 'actor' | 'id'>): boolean =>
  meta['request'] === id && meta['actor'] === actor;
