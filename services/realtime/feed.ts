import { memberOf } from '@hzm/contracts/core/json';
import { laterOf, type Position } from '@hzm/contracts/core/position';
import type { Changes } from '@hzm/contracts/core/realtime';
import { accountDeleted } from '@hzm/contracts/features/accounts/events';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import { tableDeleted } from '@hzm/contracts/features/tables/events';
import { nextTurn } from '@hzm/services/core/concurrency/next-turn';
import type { Engine } from '@hzm/services/core/engine';
import { weigh } from '@hzm/services/core/ports/byte-budget';
import type { ProjectedEvent } from '@hzm/services/core/projecting/projector-parts';
import { AccountCache } from './account-cache.ts';
import { entryOf } from './buffered-event.ts';
import { CatchUp } from './catch-up.ts';
import { MAX_READ_MEMORY } from './log.ts';
import { Queue } from './queue.ts';
import { ReplayBuffer, type BufferedEvent } from './replay-buffer.ts';
import { Schema, Schemas } from './schema.ts';
import { withoutSuperseded } from './superseded.ts';
import type { Allowed } from './topics/allowed.ts';
import type { Topic } from './topics/registry.ts';
import type { TopicContext, TopicKind } from './topics/topic.ts';

/** The receiver of the feed's messages. */
export interface Outlet {
  /** @returns the number of watchers that receive the message */
  readonly changes: (topic: Topic, message: Changes) => number | Promise<number>;
  /** Called when a message could not be made: watchers must subscribe again. */
  readonly failed: (topic: Topic) => void;
  /** Called after all messages of an entry were published. */
  readonly told: (entry: BufferedEvent) => Promise<void>;
  /** Called with unexpected errors. */
  readonly log: (error: unknown) => void;
}

/** The position from which a watcher resumes, and how far back a replay may reach. */
export interface ReplayFrom extends Pick<Allowed, 'since' | 'readsPast'> {
  readonly after: Position;
}

/** Maximum age in milliseconds of events replayed to watchers who may not read the past. */
export const RECONNECTION_MS = 10 * 60_000;

/** Messages that a watcher missed, and their approximate size in bytes. */
export interface Missed {
  readonly messages: readonly Changes[];
  readonly bytes: number;
}
const NOTHING: Missed = { messages: [], bytes: 0 };

/** Messages made for one replay, with their sizes in bytes. */
type Made = Map<BufferedEvent, { readonly message: Changes | null; readonly bytes: number }>;

/**
 * Messages after which the feed yields, because all are written at the end of a turn, and a batch
 * for a hundred watchers is thousands of them.
 */
const MESSAGES_PER_TURN = 100;
/** Milliseconds for which messages of a coalesced topic are held back. */
const COALESCED_MS = 1_000;
/** Bytes in memory of the events whose messages are made before others get their turn. */
export const BYTES_PER_TURN = 256 * 1024;

interface Watched {
  readonly topic: Topic;
  count: number;
}

/**
 * Maximum replay in bytes of memory, about twice the bytes sent; beyond it, reading again is
 * cheaper.
 */
const REPLAY_BYTES = 8 * 1024 * 1024;

/**
 * Turns projected events into messages of the watched topics, in order; events of other topics are
 * only buffered. Steps that must run between two messages use the same queue.
 */
export class Feed {
  readonly people: AccountCache;
  readonly #engine: Engine;
  readonly #outlet: Outlet;
  readonly #elapsed: () => number;
  readonly #buffer: ReplayBuffer;
  readonly #catchUp: CatchUp;
  readonly #schemas: Schemas;
  readonly #queue: Queue;
  /** The watched topics by key, then by channel. */
  readonly #watched = new Map<string, Map<string, Watched>>();
  readonly #stop: () => void;
  /** All messages up to this position are published. */
  #told: Position;
  /** Messages made and sent since the last yield. */
  #sent = 0;
  /** Coalesced topics that are told soon, by channel, each with its last entry. */
  readonly #due = new Map<string, { readonly topic: Topic; readonly entry: BufferedEvent }>();
  #coalescing: NodeJS.Timeout | undefined;

  /**
   * Starts after the projector's position.
   * @param elapsed monotonic clock in milliseconds
   */
  constructor(engine: Engine, outlet: Outlet, elapsed = () => performance.now()) {
    this.#engine = engine;
    this.#elapsed = elapsed;
    this.#outlet = outlet;
    this.#told = engine.projector.position;
    this.#buffer = new ReplayBuffer(this.#told);
    this.#catchUp = new CatchUp(engine, this.#buffer);
    this.#schemas = new Schemas(engine);
    this.#queue = new Queue(outlet.log);
    this.people = new AccountCache(engine);
    this.#stop = engine.projector.listen(batch => this.#hear(batch));
  }

  close(): void {
    this.#stop();
    clearTimeout(this.#coalescing);
  }

  /** Makes messages of the topic from the next entry on, until it is released. */
  retain(topic: Topic): () => void {
    const releases = topic.keys.map(key => this.#retainUnder(key, topic));
    const release = topic.kind.retain?.(topic.id);
    if (release) releases.push(release);
    return () => releases.forEach(each => each());
  }

  #retainUnder(key: string, topic: Topic): () => void {
    const ofKey = this.#watched.get(key) ?? new Map<string, Watched>();
    this.#watched.set(key, ofKey);
    const watched = ofKey.get(topic.channel) ?? { topic, count: 0 };
    ofKey.set(topic.channel, watched);
    watched.count++;
    return () => {
      if (--watched.count > 0) return;
      ofKey.delete(topic.channel);
      if (ofKey.size === 0) this.#watched.delete(key);
    };
  }

  /**
   * Returns the memory in bytes of what was missed since a position and the messages made of it,
   * more than `BYTES_PER_TURN` if that takes several turns.
   */
  missedBytes({ keys }: Topic, after: Position): number {
    if (after < this.#buffer.since) return MAX_READ_MEMORY;
    const entries = this.#buffer.after(keys, after);
    const bytes = 2 * entries.reduce((sum, { weight }) => sum + weight, 0);
    return entries.length > MESSAGES_PER_TURN ? Math.max(bytes, BYTES_PER_TURN + 1) : bytes;
  }

  /**
   * Runs `step` between two messages, with the published position and the messages that a watcher
   * of a retained topic missed; null if they are too many, too old, or before the watcher's right.
   * @throws Problem NOT_READY
   */
  async begin<T>(
    topic: Topic,
    from: ReplayFrom | undefined,
    step: (position: Position, missed: Missed | null) => T,
  ): Promise<T> {
    if (from === undefined) return this.#queue.turn(() => step(this.#told, NOTHING));
    if (topic.kind.isCoalesced)
      return this.#queue.turn(() => step(this.#told, from.after < this.#told ? null : NOTHING));
    if (
      from.after < from.since ||
      this.#isLongAgo(from, this.#buffer.oldest) ||
      !(await this.#catchUp.reach(from.after))
    )
      return this.#queue.turn(() => step(this.#told, null));
    const missed = (): readonly BufferedEvent[] =>
      this.#buffer
        .after(topic.keys, from.after)
        .filter(({ event }) => event.position <= this.#told);
    const made: Made = new Map();
    if (this.#buffer.after(topic.keys, from.after).length > 0) {
      // Earlier messages are made here; from this turn on, the queue makes them.
      const entries = await this.#queue.turn(missed);
      if (this.#isReplayable(topic, from, entries)) await this.#make(topic, entries, made);
    }
    return this.#queue.turn(() => step(this.#told, this.#replay(topic, from, missed(), made)));
  }

  /**
   * Whether a watcher without the right to read the past missed events older than a short
   * reconnection. `oldest` is later than all events that are not buffered.
   */
  #isLongAgo({ after, readsPast }: ReplayFrom, oldest: BufferedEvent | undefined): boolean {
    if (readsPast || !oldest || after >= this.#buffer.since) return false;
    return this.#isOld(oldest, false);
  }

  /**
   * Whether an entry is older than a short reconnection. One clock suffices: the event's may be
   * ahead of this process's, and the monotonic one stops while the machine sleeps.
   * @param unheard the answer for an entry whose age this process did not measure
   */
  #isOld({ event, heardAt }: BufferedEvent, unheard: boolean): boolean {
    if (Date.parse(event.meta.at) < this.#engine.now().getTime() - RECONNECTION_MS) return true;
    return heardAt === undefined ? unheard : this.#elapsed() - heardAt > RECONNECTION_MS;
  }

  /** Whether the watcher may receive these entries, which are all it missed of the topic. */
  #isReplayable(
    { kind }: Topic,
    { after, readsPast }: ReplayFrom,
    entries: readonly BufferedEvent[],
  ): boolean {
    const [first] = entries;
    if (after < this.#buffer.since || !first) return after >= this.#buffer.since;
    return (
      (readsPast || !this.#isOld(first, true)) &&
      !entries.some((entry, at) => kind.endsReplay?.(entry, at === 0))
    );
  }

  #replay(
    topic: Topic,
    from: ReplayFrom,
    entries: readonly BufferedEvent[],
    made: Made,
  ): Missed | null {
    if (!this.#isReplayable(topic, from, entries)) return null;
    const weight = entries.reduce(
      (sum, entry) => sum + Math.max(entry.weight, made.get(entry)?.bytes ?? entry.messageBytes),
      0,
    );
    if (weight > REPLAY_BYTES) return null;
    const messageOf = (entry: BufferedEvent): Changes | null | undefined =>
      made.has(entry) ? made.get(entry)!.message : entry.messages.get(topic.channel);
    const messages = entries.flatMap(entry => messageOf(entry) ?? []);
    return { messages: withoutSuperseded(messages), bytes: weight / 2 };
  }

  /** Makes the messages of older entries, with the names at that time. */
  async #make(topic: Topic, entries: readonly BufferedEvent[], made: Made): Promise<void> {
    const schemas = new Map<string, Schema>();
    const schema = (projectId: string): Schema => {
      const known = schemas.get(projectId) ?? Schema.of(this.#engine, projectId);
      schemas.set(projectId, known);
      return known;
    };
    let [count, bytes] = [0, 0];
    for (const entry of entries) {
      if (++count >= MESSAGES_PER_TURN || bytes >= BYTES_PER_TURN) {
        [count, bytes] = [0, 0];
        await nextTurn();
      }
      bytes += entry.weight;
      if (!topic.kind.isOfEvents) {
        const message = await this.#render(topic, entry, schema);
        made.set(entry, { message, bytes: message === null ? 0 : weigh(message) });
      } else if (!entry.messages.has(topic.channel)) await this.#message(topic, entry, schema);
    }
  }

  async #render(
    topic: Topic,
    entry: BufferedEvent,
    schema: TopicContext['schema'],
  ): Promise<Changes | null> {
    const {
      event: { position, meta },
    } = entry;
    const parts = await topic.kind.toChanges(entry, topic.id, {
      engine: this.#engine,
      buffer: this.#buffer,
      people: this.people,
      schema,
      fieldKey: topic.fieldKey,
    });
    if (parts.length === 0) return null;
    const { id, name } = await this.people.actor(meta.actor);
    const actor = { id, name };
    return {
      topic: topic.name,
      position,
      at: meta.at,
      changes: parts.map(part => ({ ...part, actor, requestId: meta.request })),
    };
  }

  async #message(
    topic: Topic,
    entry: BufferedEvent,
    schema: TopicContext['schema'],
  ): Promise<Changes | null> {
    const message = await this.#render(topic, entry, schema);
    this.#buffer.hold(entry, topic.channel, message);
    return message;
  }

  #hear(batch: readonly ProjectedEvent[]): void {
    const heardAt = this.#elapsed();
    for (const { event, changes } of batch) {
      const entry = entryOf(event, changes, heardAt);
      if (entry.keys.length > 0) this.#buffer.push(entry);
      if (entry.changes.length > 0) this.#queue.add(() => this.#tell(entry));
    }
    const last = batch.at(-1)?.event.position;
    if (last !== undefined)
      this.#queue.add(() => {
        this.#told = laterOf(this.#told, last);
      });
  }

  async #tell(entry: BufferedEvent): Promise<void> {
    this.people.learn(entry);
    this.#schemas.learn(entry.event);
    for (const { topic } of await this.#concerned(entry)) {
      await this.#publish(topic, () => this.#message(topic, entry, id => this.#schemas.of(id)));
      await this.#rest();
    }
    for (const { topic } of this.#watching(entry.coalesced)) {
      this.#due.set(topic.channel, { topic, entry });
      this.#coalescing ??= setTimeout(
        () => this.#queue.add(() => this.#tellDue()),
        COALESCED_MS,
      ).unref();
    }
    this.#told = entry.event.position;
    this.#forget(entry);
    await this.#outlet.told(entry);
    this.#buffer.trim(this.#told);
    await this.#rest();
  }

  #watching(keys: readonly string[]): Watched[] {
    return keys.flatMap(key => [...(this.#watched.get(key)?.values() ?? [])]);
  }

  /** Returns the watched topics that an entry may have a message for. */
  async #concerned(entry: BufferedEvent): Promise<readonly Watched[]> {
    const all = this.#watching(entry.keys);
    const found = new Map<TopicKind, ReadonlySet<string>>();
    for (const kind of new Set(all.map(({ topic }) => topic.kind))) {
      if (!kind.concerned) continue;
      const ids = all.flatMap(({ topic }) => (topic.kind === kind ? [topic.id] : []));
      const context = { engine: this.#engine, buffer: this.#buffer, people: this.people };
      try {
        found.set(kind, await kind.concerned(entry, ids, context));
      } catch (error) {
        // Each topic is tried, and fails by itself.
        this.#outlet.log(error);
      }
    }
    return all.filter(({ topic: { kind, id } }) => found.get(kind)?.has(id) ?? true);
  }

  async #publish(topic: Topic, make: () => Promise<Changes | null>): Promise<void> {
    this.#sent++;
    try {
      const message = await make();
      if (!message) return;
      const sent = await this.#outlet.changes(topic, message);
      this.#sent += sent;
    } catch (error) {
      this.#outlet.log(error);
      this.#outlet.failed(topic);
    }
  }

  async #tellDue(): Promise<void> {
    const due = [...this.#due.values()];
    this.#due.clear();
    this.#coalescing = undefined;
    for (const { topic, entry } of due) {
      await this.#publish(topic, () => this.#render(topic, entry, id => this.#schemas.of(id)));
      await this.#rest();
    }
  }

  /** Lets others have their turn after enough messages. */
  async #rest(): Promise<void> {
    if (this.#sent < MESSAGES_PER_TURN) return;
    this.#sent = 0;
    await nextTurn();
  }

  /** Evicts deleted things from memory. */
  #forget({ event: { type, data, position } }: BufferedEvent): void {
    const member = deletions.get(type);
    if (member === undefined) return;
    const id = memberOf(data, member);
    if (member === 'projectId') this.#schemas.forget(id as string);
    this.#buffer.forget(
      ({ event }) => event.position !== position && memberOf(event.data, member) === id,
      member === 'accountId' ? (id as string) : undefined,
    );
  }
}

/** Deleting events, with the member that names the deleted thing. */
const deletions: ReadonlyMap<string, string> = new Map([
  [projectDeleted.type, 'projectId'],
  [tableDeleted.type, 'tableId'],
  [accountDeleted.type, 'accountId'],
]);
