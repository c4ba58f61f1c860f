import type { Event, EventMeta, DomainEvent } from '@hzm/contracts/core/event';
import { Id, newId } from '@hzm/contracts/core/ids';
import { START, type Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { nothingChanged } from '@hzm/contracts/core/request';
import { LRUCache } from 'lru-cache';
import { isFormer, opened, type Codec, type EncodedEvent } from '../events/codec.ts';
import {
  NO_STREAM,
  OutcomeUnknown,
  WrongRevision,
  type Appended,
  type EventStore,
  type NewEvent,
  type StoredEvent,
} from '../ports/event-store.ts';
import type { LaneStore } from '../ports/lane-store.ts';
import { claimant } from '../ports/memory.ts';
import { forEachInSlices } from '../ports/slices.ts';
import { Unavailable } from '../ports/unavailable.ts';
import type { Decider, Decision } from './decider.ts';
import { derivedId, formerId, type IdOf, type Owner } from './derived-id.ts';
import { Lanes } from './lanes.ts';
import { pause } from './pause.ts';
import { isMet, type Precondition } from './precondition.ts';
import { isOf, noteStream, Repeats, type Earlier, type RequestIndex } from './repeats.ts';
import type { Request } from './request.ts';
import {
  eventsOfStream,
  historyOf,
  laterParts,
  openedParts,
  type History,
} from './stream-events.ts';
import { StreamQueue } from './stream-queue.ts';
import { mayHold, requestsOf, StreamStates } from './stream-states.ts';

/** The part of a command that concerns one stream. */
export interface StreamCommand<State> {
  readonly stream: string;
  readonly decider: Decider<State>;
  readonly decide: (state: State) => Decision;
  /** The project of the command; without one, its scope is the caller. */
  readonly about?: { readonly projectId: string };
  /**
   * Whether only this request can have begun the stream. Refused if the stream has events of
   * another project.
   */
  readonly fresh?: boolean;
  /** Refuses the command when the resource differs from what the caller saw. */
  readonly precondition?: Precondition | undefined;
  /**
   * Rejects once the caller's right has ended, by what the log says. Asked after the stream was
   * read and before each append, so that an end in the same stream is either seen or a conflict.
   */
  readonly allowed?: (() => Promise<void>) | undefined;
  /** Loads a snapshot to start from instead of the stream's first event; called on each attempt. */
  readonly snapshot?: () => Promise<Snapshot<State>>;
  /**
   * Completes the events of a decision with data from other streams, such as auto numbers; not
   * called for a repeated request.
   */
  readonly complete?: Complete | undefined;
  /** Replaces events of the stream that stand for events elsewhere. */
  readonly settle?: (events: readonly Event[]) => Promise<readonly Event[]>;
}

/** Events to append, and a text that distinguishes them from those of another attempt. */
export interface Completed {
  readonly facts: readonly DomainEvent[];
  readonly part: string;
}
export type Complete = (facts: readonly DomainEvent[]) => Promise<Completed>;

/**
 * A known state that includes all events up to `position`, and those of the command's stream up to
 * `revision`.
 */
export interface Snapshot<State> {
  readonly state: State;
  readonly position: Position;
  readonly revision: number;
  /**
   * Returns the state right before or after an earlier event, to answer a retry after others have
   * written.
   */
  readonly at: (position: Position, side: Side) => Promise<State>;
  /** Hashes of the requests in the state, if it was folded from the stream's first event. */
  readonly requests?: readonly number[];
}

export type Side = 'before' | 'after';

/** A stream's state and last revision. */
export interface Loaded<State> {
  readonly state: State;
  readonly revision: number;
}

export interface CommandResult<State> {
  /** The state right after the command, even if it is repeated much later. */
  readonly state: State;
  /** Position of the command's last event; undefined if nothing had to change. */
  readonly position: Position | undefined;
  /** Position of the earlier answer to this request; views are read as of it. */
  readonly repeated: Position | undefined;
}

/** Maximum duration of a command before it gives up waiting, in milliseconds. */
export const REQUEST_MS = 10_000;
/** Streams whose last revision written by this process is cached. */
const MAX_TIPS = 10_000;
/**
 * Time for retrying an append with unknown outcome, in milliseconds, so that callers hear within
 * two seconds.
 */
const TIMEOUT_MS = 400;

/**
 * Called with domain events and their encoded form before the append.
 * @throws Problem that refuses them
 */
type Admit = (
  facts: readonly DomainEvent[],
  events: readonly EncodedEvent[],
  request: Request,
) => Promise<void>;

interface Options {
  readonly now?: () => Date;
  /** Default: admits everything. */
  readonly admit?: Admit;
  /** Absent where one process has the data to itself. */
  readonly lanes?: LaneStore | undefined;
}

/**
 * Loads, folds, decides and appends at the revision read. On a version conflict, waits a random
 * moment and retries until the request's time is up.
 */
export class CommandExecutor {
  /** Serializes commands on one stream within this process. */
  readonly queue = new StreamQueue();
  /** Runs work alone in lanes, among all processes. */
  readonly lanes: Lanes;
  /** Cached states of streams whose commands have no snapshot. */
  readonly states = new StreamStates();
  readonly repeats: Repeats;
  /** Called after each append. */
  onAppended: () => void = () => undefined;
  readonly #store: EventStore;
  readonly #codec: Codec;
  readonly #now: () => Date;
  readonly #admit: Admit;
  readonly #tips = new LRUCache<string, number>({ max: MAX_TIPS });

  constructor(
    store: EventStore,
    codec: Codec,
    index: RequestIndex,
    { now = () => new Date(), admit = async () => undefined, lanes }: Options = {},
  ) {
    this.lanes = new Lanes(this.queue, lanes);
    this.repeats = new Repeats(store, codec, index);
    this.#store = store;
    this.#codec = codec;
    this.#now = now;
    this.#admit = admit;
  }

  /**
   * @throws Problem of the decider; CONFLICT if the request's id came with another body, or the new
   * stream belongs to another project; NOT_FOUND if the project was deleted meanwhile; NOT_READY
   */
  async execute<State>(
    request: Request,
    command: StreamCommand<State>,
  ): Promise<CommandResult<State>> {
    const limited = withinTime(request);
    const run = () => this.#execute(limited, command);
    const executed =
      command.fresh && !request.repeatable ? run() : this.queue.run([command.stream], run, limited);
    return executed.catch((error: unknown) => this.#failed(command, error));
  }

  /**
   * Returns the state that a command would decide on now.
   * @throws errors of its `snapshot` and `settle`
   */
  async look<State>(command: Omit<StreamCommand<State>, 'decide'>): Promise<Loaded<State>> {
    const snapshot = await this.#loadSnapshot(command);
    return this.#loaded(
      command,
      snapshot,
      await historyOf(
        this.#store,
        command.stream,
        (snapshot?.revision ?? NO_STREAM) + 1,
        () => false,
      ),
    );
  }

  /** Returns the state of a stream, folded from its events. */
  async load<State>(stream: string, decider: Decider<State>): Promise<State> {
    return (await this.look({ stream, decider })).state;
  }

  /**
   * Returns ids for new things, the same on each retry; a request that a version before 0.3.0
   * answered gets the ids of that version.
   * @param wasMade whether such a version made the thing, if the request's last event does not tell
   * @throws Problem CONFLICT if the request's id came with another body
   */
  async ids(
    request: Request,
    wasMade?: (formerOf: (kind: string) => string) => Promise<boolean>,
  ): Promise<IdOf> {
    if (!request.repeatable) return () => newId();
    const formerOf = (kind: string): string => formerId(request, kind);
    const earlier = await this.repeats.last(request);
    // Former ids ignore the owner, hence the earlier request must be comparable and name the same
    // owner.
    const compared =
      earlier && isFormer(earlier) && (await this.#codec.isComparable(earlier))
        ? earlier
        : undefined;
    const wasMadeFormerly =
      !compared && (!earlier || isFormer(earlier)) && (await wasMade?.(formerOf)) === true;
    const isOfThen = (owner: Owner): boolean =>
      compared ? namesOwner(compared, owner) : wasMadeFormerly;
    return (owner, kind) =>
      isOfThen(owner) ? formerOf(kind) : derivedId(this.#codec.idKey, request, owner, kind);
  }

  /**
   * Returns the id of a thing with its own stream whose first event does not identify the request;
   * the stream reveals whether a version before 0.3.0 made it.
   */
  async idWithStream(
    request: Request,
    owner: Owner,
    kind: string,
    streamOf: (id: string) => string,
  ): Promise<string> {
    const idOf = await this.ids(request, async formerOf => {
      const [first] = await this.#store.readStream(streamOf(formerOf(kind)), { limit: 1 });
      return first !== undefined && namesOwner(first, owner);
    });
    return idOf(owner, kind);
  }

  /**
   * Encodes domain events of a stream, with ids that are the same on each retry.
   * @param part the part of the request's events in that stream
   * @throws Problem PAYLOAD_TOO_LARGE; PLAN_LIMIT; NOT_FOUND if the project or person is already
   * deleted
   */
  async encode(
    request: Request,
    stream: string,
    facts: readonly DomainEvent[],
    part = '',
  ): Promise<EncodedEvent[]> {
    const meta: EventMeta = {
      at: this.#now().toISOString(),
      actor: request.actor,
      request: request.id,
      ...(request.endpoint !== undefined && { endpoint: request.endpoint }),
    };
    // EventStoreDB answers events whose ids it has as appended, so other content has other ids.
    const idOf = (index: number): string =>
      request.repeatable
        ? derivedId(
            this.#codec.idKey,
            request,
            `stream:${stream}`,
            `${part}/${index}/${request.digest}`,
          )
        : newId();
    const events = await this.#codec.encode(
      facts,
      meta,
      idOf,
      request.repeatable ? request.digest : undefined,
    );
    await this.#admit(facts, events, request);
    return events;
  }

  /**
   * Appends events; undefined on a version conflict. Retries an unknown outcome with the same ids
   * at the same revision.
   * @throws Problem NOT_READY
   */
  async append(
    stream: string,
    expected: number,
    events: readonly NewEvent[],
  ): Promise<Appended | undefined> {
    const begun = performance.now();
    claimant()?.written();
    for (let attempt = 0; ; attempt++) {
      try {
        const appended = await this.#store.append(stream, expected, events);
        this.#tips.set(stream, appended.revision);
        this.onAppended();
        return appended;
      } catch (error) {
        if (error instanceof WrongRevision) return undefined;
        if (
          error instanceof Unavailable ||
          (error instanceof OutcomeUnknown &&
            (attempt >= 2 || performance.now() - begun > TIMEOUT_MS))
        )
          throw new Problem('NOT_READY', { retryAfter: 2 });
        if (!(error instanceof OutcomeUnknown)) throw error;
      }
    }
  }

  /**
   * Records that a request changed nothing, so that its retry changes nothing either.
   * @param revision of the stream it was about
   */
  async note(
    request: Request,
    { stream, about }: Pick<StreamCommand<unknown>, 'stream' | 'about'>,
    revision: number,
  ): Promise<void> {
    if (!request.repeatable) return;
    const note = noteStream(request, stream);
    const scope =
      about ?? (Id.safeParse(request.actor).success ? { accountId: request.actor } : {});
    // A conflict means that another process has recorded the same.
    await this.append(
      note,
      NO_STREAM,
      await this.encode(request, note, [nothingChanged({ ...scope, revision })]),
    );
  }

  /**
   * Refuses a command whose state has lost its members, because its project was deleted while the
   * command waited. @throws Problem NOT_FOUND, or the error
   */
  async #failed({ about }: Pick<StreamCommand<never>, 'about'>, error: unknown): Promise<never> {
    const isFault = !(error instanceof Problem) && about !== undefined;
    throw isFault && (await this.#codec.isErased(about)) ? new Problem('NOT_FOUND') : error;
  }

  async #execute<State>(
    request: Request,
    command: StreamCommand<State>,
  ): Promise<CommandResult<State>> {
    for (let attempt = 0; ; attempt++) {
      const snapshot = await this.#loadSnapshot(command, request);
      const isUnread =
        attempt === 0 &&
        !request.repeatable &&
        (command.fresh === true || this.#isTip(command, snapshot));
      const from = firstRead(snapshot, command.precondition);
      const history: History = isUnread
        ? nothingRead
        : command.fresh
          ? firstOf(await this.#store.readStream(command.stream, { from, limit: 1 }))
          : await historyOf(this.#store, command.stream, from, askedBy(request, command));
      const { events: read } = history;
      if (command.fresh) checkOwner(command, read);
      const earlier = await this.repeats.find(request, command.stream, read, snapshot);
      // The stream may have grown since it was read.
      if (
        earlier &&
        earlier.event.stream === command.stream &&
        earlier.event.revision > lastOf(history, snapshot)
      )
        continue;
      if (earlier) return this.#again(command, snapshot, history, earlier);
      if (command.precondition && !isMet(command.precondition, read))
        throw new Problem('VERSION_MISMATCH', {
          data: { current: await command.precondition.current() },
        });
      const { state, revision } = await this.#loaded(command, snapshot, history);
      const decision = command.decide(state);
      // An append detects a stale state; a decision that appends nothing does not.
      if (isUnread && !command.fresh && (decision instanceof Problem || decision.length === 0))
        continue;
      if (decision instanceof Problem) throw decision;
      if (decision.length === 0) {
        await this.note(request, command, revision);
        return { state, position: undefined, repeated: undefined };
      }

      const { facts, part } = (await command.complete?.(decision)) ?? { facts: decision, part: '' };
      await command.allowed?.();
      await request.right?.stands();
      const events = await this.encode(request, command.stream, facts, part);
      const appended = await this.append(command.stream, revision, events);
      if (appended) {
        request.right?.used();
        const { meta } = events[0]!;
        return {
          state: facts.reduce(
            (s, fact) => command.decider.evolve(s, { type: fact.type, data: fact.data, meta }),
            state,
          ),
          position: appended.position,
          repeated: undefined,
        };
      }
      if (!isUnread) await pause(attempt, request.signal);
    }
  }

  /** Whether the snapshot may be the whole stream; if it is not, the append conflicts. */
  #isTip(
    { stream, precondition }: Pick<StreamCommand<never>, 'stream' | 'precondition'>,
    snapshot: Snapshot<unknown> | undefined,
  ): boolean {
    return (
      snapshot !== undefined &&
      !precondition &&
      snapshot.revision >= (this.#tips.get(stream) ?? snapshot.revision)
    );
  }

  /** Returns the first answer to a repeated request. */
  async #again<State>(
    command: StreamCommand<State>,
    snapshot: Snapshot<State> | undefined,
    history: History,
    { event, unchangedAt }: Earlier,
  ): Promise<CommandResult<State>> {
    const outcome = {
      position: unchangedAt === undefined ? event.position : undefined,
      repeated: event.position,
    };
    const until = unchangedAt ?? event.revision;
    if (snapshot) {
      // The snapshot may already include the change itself or, if nothing changed, the event after
      // it.
      const [turn] =
        unchangedAt === undefined
          ? [event]
          : await this.#store.readStream(command.stream, { from: until + 1, limit: 1 });
      if (turn && turn.position <= snapshot.position)
        return {
          ...outcome,
          state: await snapshot.at(turn.position, unchangedAt === undefined ? 'after' : 'before'),
        };
    }
    return {
      ...outcome,
      state: (await this.#loaded(command, snapshot, history, until)).state,
    };
  }

  /**
   * Returns the command's snapshot or the cached state of its stream. None for a request that may
   * have written before: the stream remembers it after the index has forgotten it, and recreates
   * nothing that was deleted since.
   */
  async #loadSnapshot<State>(
    { stream, decider, snapshot, fresh }: Omit<StreamCommand<State>, 'decide'>,
    request?: Request,
  ): Promise<Snapshot<State> | undefined> {
    if (snapshot || fresh) return snapshot?.();
    const known = this.states.find(stream, decider);
    if (known && request?.repeatable && mayHold(known.requests, request)) return undefined;
    return (
      known && { ...known, at: (position, side) => this.#stateAt(stream, decider, position, side) }
    );
  }

  async #stateAt<State>(
    stream: string,
    decider: Decider<State>,
    position: Position,
    side: Side,
  ): Promise<State> {
    let state = decider.initial;
    for await (const event of eventsOfStream({ store: this.#store, codec: this.#codec }, stream)) {
      if (event.position > position || (side === 'before' && event.position === position)) break;
      state = decider.evolve(state, opened(event));
    }
    return state;
  }

  async #loaded<State>(
    command: Omit<StreamCommand<State>, 'decide'>,
    snapshot: Snapshot<State> | undefined,
    history: History,
    until?: number,
  ): Promise<Loaded<State>> {
    const { stream, decider, settle } = command;
    const after = snapshot?.position ?? START;
    let state = snapshot?.state ?? decider.initial;
    const isKept = !command.snapshot && !command.fresh;
    let last: StoredEvent | undefined;
    const marks: number[] = [];
    let folded = 0;
    // The snapshot's last event may stand for an event that the snapshot lacks.
    const asked = { after, until, withBefore: settle !== undefined };
    for await (const part of laterParts(this.#store, stream, history, asked)) {
      for await (const events of openedParts(this.#codec, part))
        await forEachInSlices(settle ? await settle(events) : events, event => {
          if (event.position > after) state = decider.evolve(state, event);
        });
      last = part.at(-1);
      folded += part.length;
      if (isKept) for (const mark of requestsOf(part)) marks.push(mark);
    }
    if (last && isKept) {
      const { revision, position } = last;
      const requests = [...(snapshot?.requests ?? []), ...marks];
      this.states.keep(stream, decider, { state, revision, position, requests }, folded);
    }
    return { state, revision: lastOf(history, snapshot) };
  }
}

/**
 * Whether an event concerns an owner's things. A stream that owns is part of the kind of the owned.
 */
function namesOwner({ data }: StoredEvent, owner: Owner): boolean {
  const [kind, id] = [owner.slice(0, owner.indexOf(':')), owner.slice(owner.indexOf(':') + 1)];
  if (kind === 'stream') return true;
  const names = kind === 'installation' ? data[kind] : data[`${kind}Id`];
  return names === id || (kind === 'account' && data['ownerId'] === id);
}

/** @throws Problem CONFLICT if the stream to create belongs to another project */
function checkOwner(
  { about }: Pick<StreamCommand<never>, 'about'>,
  [first]: readonly StoredEvent[],
): void {
  if (first && first.data['projectId'] !== about?.projectId)
    throw new Problem('CONFLICT', { text: 'request-id-reused' });
}

/**
 * Starts reading before the snapshot if the precondition needs an earlier event, which stays
 * sealed.
 */
const firstRead = (
  snapshot: Snapshot<unknown> | undefined,
  precondition: Precondition | undefined,
): number =>
  precondition && snapshot && precondition.position < snapshot.position
    ? 0
    : (snapshot?.revision ?? NO_STREAM) + 1;

/** Returns a history with the first event of a stream only. */
const firstOf = (events: readonly StoredEvent[]): History => ({ events, last: events.at(-1) });
const nothingRead = firstOf([]);

/**
 * Selects the events that tell whether a request is repeated and whether its precondition holds.
 */
const askedBy =
  (request: Request, { precondition }: Pick<StreamCommand<never>, 'precondition'>) =>
  (event: StoredEvent): boolean =>
    isOf(event, request) ||
    (precondition !== undefined &&
      event.position > precondition.position &&
      precondition.isAbout(event));

const lastOf = ({ last }: History, snapshot: Snapshot<unknown> | undefined): number =>
  last?.revision ?? snapshot?.revision ?? NO_STREAM;

/** Returns the request with a deadline. */
export const withinTime = (request: Request): Request & { readonly signal: AbortSignal } => ({
  ...request,
  signal: request.signal ?? AbortSignal.timeout(REQUEST_MS),
});
