import { createHash } from 'node:crypto';
import type { EventMeta } from '@hzm/contracts/core/event';
import { newId, timeOfId, uuidV7 } from '@hzm/contracts/core/ids';
import { START, type Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import type { Codec } from './codec.ts';
import type { Decider, Decision } from './decider.ts';
import { eventsOfStream } from './stream-events.ts';
import { StreamStates } from './stream-states.ts';
import { isMet, type Precondition } from './precondition.ts';
import { NO_STREAM, OutcomeUnknown, StoreUnavailable, WrongRevision, type Appended, type EventStore, type NewEvent, type StoredEvent } from './ports/event-store.ts';

/** One request to change something: who asks, under which name, and a digest of what they ask for. */
export interface Request {
  readonly actor: string;
  readonly id: string;
  /** The caller chose the id, so it may come again. */
  readonly repeatable: boolean;
  readonly digest: string;
}

/** One stream's part in a command. */
export interface Step<State> {
  readonly stream: string;
  readonly decider: Decider<State>;
  readonly decide: (state: State) => Decision;
  /** Nobody else can know this stream yet, so there is nothing to read. */
  readonly fresh?: boolean;
  /** Refused when the resource is no longer what the caller saw. */
  readonly precondition?: Precondition | undefined;
  /** Where to start from instead of the stream's first event. */
  readonly base?: Base<State>;
}

/** A state that is known already. It holds all events up to `position`; of the step's stream those up to `revision`. */
export interface Base<State> {
  readonly state: State;
  readonly position: Position;
  readonly revision: number;
  /** The state right after an earlier event: what a request was answered that comes again when others have written. */
  readonly at: (position: Position) => Promise<State>;
}

export interface Outcome<State> {
  /** As it was right after the command, also when it was repeated much later. */
  readonly state: State;
  /** Of the command's last event; undefined when nothing had to change. */
  readonly position: Position | undefined;
  readonly at: string | undefined;
}

const ATTEMPTS = 5;
/** How long an unknown outcome is asked for again, in milliseconds: whoever waits is told within two seconds. */
const PATIENCE_MS = 400;
/** How many events before the base are looked through for the same request: a stream grows for ever, what a write reads must not. */
const REMEMBERED = 100;

/** What is needed to read a stream's state. */
type OfStream<State> = Pick<Step<State>, 'stream' | 'decider' | 'base'>;

/** Load, fold, decide, append at the revision read; somebody was faster: load and decide again. */
export class CommandLoop {
  /** Of streams that have no base of their own. */
  readonly states = new StreamStates();
  readonly #store: EventStore;
  readonly #codec: Codec;
  readonly #now: () => Date;

  constructor(store: EventStore, codec: Codec, now: () => Date = () => new Date()) {
    this.#store = store;
    this.#codec = codec;
    this.#now = now;
  }

  /** @throws Problem: what the decider refuses; CONFLICT when others are always faster or the request's id came with another body; NOT_READY */
  async run<State>(request: Request, step: Step<State>): Promise<Outcome<State>> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const base = step.base ?? this.#base(step);
      const history = step.fresh && !request.repeatable && attempt === 0 ? [] : await this.#store.readStream(step.stream, { from: firstRead(request, base, step.precondition) });
      const last = history.findLast(({ meta }) => meta['request'] === request.id && meta['actor'] === request.actor);
      if (last) {
        if (last.meta['digest'] !== request.digest) throw new Problem('CONFLICT', { text: 'request-id-reused' });
        const known = base && last.position <= base.position;
        const state = known ? await base.at(last.position) : await this.#fold(step, base, history.filter(event => event.revision <= last.revision));
        return { state, position: last.position, at: last.meta['at'] as string };
      }
      if (step.precondition && !isMet(step.precondition, history)) throw new Problem('VERSION_MISMATCH', { data: { current: await step.precondition.current() } });
      const state: State = await this.#fold(step, base, history);
      const decision = step.decide(state);
      if (decision instanceof Problem) throw decision;
      if (decision.length === 0) return { state, position: undefined, at: undefined };

      const meta: EventMeta = { at: this.#now().toISOString(), actor: request.actor, request: request.id, digest: request.digest };
      const events = await this.#codec.encode(decision, meta, index => deriveId(request, `${step.stream}/${index}`));
      const appended = await this.#append(step.stream, history.at(-1)?.revision ?? base?.revision ?? NO_STREAM, events);
      if (appended) {
        return { state: decision.reduce((s, fact) => step.decider.evolve(s, { type: fact.type, data: fact.data, meta }), state), position: appended.position, at: meta.at };
      }
    }
    throw new Problem('CONFLICT');
  }

  /** The state of a stream as its events tell it. */
  async load<State>(stream: string, decider: Decider<State>): Promise<State> {
    const base = this.#base({ stream, decider });
    return this.#fold({ stream, decider }, base, await this.#store.readStream(stream, { from: (base?.revision ?? NO_STREAM) + 1 }));
  }

  /** @param base the step's own, or the one that is remembered */
  async #fold<State>(step: OfStream<State>, base: Base<State> | undefined, history: readonly StoredEvent[]): Promise<State> {
    const { stream, decider } = step;
    const from = base?.position ?? START;
    const later = history.filter(({ position }) => position > from);
    let state = base?.state ?? decider.initial;
    for await (const { events } of this.#codec.slices(later)) state = events.reduce(decider.evolve, state);
    const last = later.at(-1);
    if (last && !step.base) this.states.keep(stream, decider, { state, revision: last.revision, position: last.position }, later.length);
    return state;
  }

  #base<State>({ stream, decider }: OfStream<State>): Base<State> | undefined {
    const known = this.states.find(stream, decider);
    return known && { ...known, at: position => this.#stateAt(stream, decider, position) };
  }

  async #stateAt<State>(stream: string, decider: Decider<State>, position: Position): Promise<State> {
    let state = decider.initial;
    for await (const event of eventsOfStream({ store: this.#store, codec: this.#codec }, stream)) {
      if (event.position > position) break;
      state = decider.evolve(state, event);
    }
    return state;
  }

  /** Undefined: somebody was faster. An unknown outcome is asked for again, with the same ids at the same place. */
  async #append(stream: string, expected: number, events: readonly NewEvent[]): Promise<Appended | undefined> {
    const begun = performance.now();
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#store.append(stream, expected, events);
      } catch (error) {
        if (error instanceof WrongRevision) return undefined;
        if (error instanceof StoreUnavailable || (error instanceof OutcomeUnknown && (attempt >= 2 || performance.now() - begun > PATIENCE_MS))) throw new Problem('NOT_READY', { retryAfter: 2 });
        if (!(error instanceof OutcomeUnknown)) throw error;
      }
    }
  }
}

/** What a precondition judges may stand before the base; it is not opened. */
const firstRead = ({ repeatable }: Request, base: Base<unknown> | undefined, precondition: Precondition | undefined): number =>
  precondition && base && precondition.position < base.position ? 0 : Math.max(0, (base?.revision ?? NO_STREAM) + 1 - (repeatable ? REMEMBERED : 0));

/** An id that the same request always gets again; time-ordered when the request's own id tells a time. */
export function deriveId(request: Request, purpose: string): string {
  if (!request.repeatable) return newId();
  const hash = createHash('sha256').update(`${request.actor}\n${request.id}\n${purpose}`).digest();
  return uuidV7(timeOfId(request.id) ?? hash.readUIntBE(10, 6), hash.readUInt16BE(8) & 0xfff, hash.subarray(0, 8));
}
