import { MASTER_ACTOR, MASTER_NAME } from '@hzm/contracts/core/event';
import { memberOf } from '@hzm/contracts/core/json';
import { accountDeleted } from '@hzm/contracts/features/accounts/events';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import { tableDeleted } from '@hzm/contracts/features/tables/events';
import { laterOf, type Position } from '@hzm/contracts/core/position';
import type { Changes } from '@hzm/contracts/core/realtime';
import type { Engine } from '@hzm/services/core/engine';
import { nextTurn } from '@hzm/services/core/next-turn';
import type { ProjectedEvent } from '@hzm/services/core/projector';
import { CatchUp } from './catch-up.ts';
import { entryOf } from './buffered-event.ts';
import { AccountCache } from './account-cache.ts';
import { Queue } from './queue.ts';
import { ReplayBuffer, type BufferedEvent } from './replay-buffer.ts';
import { Schema, Schemas } from './schema.ts';
import type { Topic } from './topics/registry.ts';
import type { TopicContext } from './topics/topic.ts';

/** Where the feed's messages go. */
export interface Outlet {
  /** @returns to how many watchers it goes */
  readonly changes: (topic: Topic, message: Changes) => number;
  /** A message could not be made: watchers must subscribe again. */
  readonly failed: (topic: Topic) => void;
  /** Called after all messages of an entry were published. */
  readonly told: (entry: BufferedEvent) => Promise<void>;
  /** Unexpected errors. */
  readonly log: (error: unknown) => void;
}

/** Messages that a watcher missed, and their approximate size in bytes. */
export interface Missed {
  readonly messages: readonly Changes[];
  readonly bytes: number;
}
const NOTHING: Missed = { messages: [], bytes: 0 };

/** After so many messages others get their turn: a turn's messages are all written at its end, and a batch of events for a hundred watchers is thousands of them. */
const MESSAGES_PER_TURN = 100;

interface Watched {
  readonly topic: Topic;
  count: number;
}

/** The heaviest replay that is sent, in bytes of memory, about twice as many as are sent; beyond it reading again is cheaper. */
const REPLAY_BYTES = 8 * 1024 * 1024;

/**
 * Turns what the projector handled into messages, event by event, in order, for the topics that are watched; the others are only
 * remembered. Everything that must not fall between two messages takes its turn in the same queue.
 */
export class Feed {
  readonly people: AccountCache;
  readonly #engine: Engine;
  readonly #outlet: Outlet;
  readonly #buffer: ReplayBuffer;
  readonly #catchUp: CatchUp;
  readonly #schemas: Schemas;
  readonly #queue: Queue;
  /** By key, then by name. */
  readonly #watched = new Map<string, Map<string, Watched>>();
  readonly #stop: () => void;
  /** Everything up to this position was published. */
  #told: Position;
  /** Messages since others had their turn. */
  #sent = 0;

  /** Begins behind what the projector has handled. */
  constructor(engine: Engine, outlet: Outlet) {
    this.#engine = engine;
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
  }

  /** From the next entry on, messages of the topic are made as they come, until it is released. */
  retain(topic: Topic): () => void {
    const releases = topic.keys.map(key => this.#retainUnder(key, topic));
    return () => releases.forEach(release => release());
  }

  #retainUnder(key: string, topic: Topic): () => void {
    const ofKey = this.#watched.get(key) ?? new Map<string, Watched>();
    this.#watched.set(key, ofKey);
    const watched = ofKey.get(topic.name) ?? { topic, count: 0 };
    ofKey.set(topic.name, watched);
    watched.count++;
    return () => {
      if (--watched.count > 0) return;
      ofKey.delete(topic.name);
      if (ofKey.size === 0) this.#watched.delete(key);
    };
  }

  /** Waits until this process knows what a watcher has read. @throws Problem NOT_READY */
  async knows(after: Position): Promise<void> {
    await this.#catchUp.handled(after);
  }

  /**
   * Runs `step` between two messages with the position up to which everything was told, and what a watcher of a held topic has missed since
   * `after`; null when that is too much or too long ago. @throws Problem NOT_READY
   */
  async begin<T>(topic: Topic, after: Position | undefined, step: (position: Position, missed: Missed | null) => T): Promise<T> {
    if (after === undefined) return this.#queue.turn(() => step(this.#told, NOTHING));
    if (!(await this.#catchUp.reach(after))) return this.#queue.turn(() => step(this.#told, null));
    if (this.#buffer.after(topic.keys, after).length > 0) {
      // Behind this turn the queue makes the topic's messages; those before it are made here.
      await this.#queue.turn(() => undefined);
      await this.#make(topic, this.#buffer.after(topic.keys, after));
    }
    return this.#queue.turn(() => step(this.#told, this.#missed(topic, after)));
  }

  #missed(topic: Topic, after: Position): Missed | null {
    if (after < this.#buffer.since) return null;
    const entries = this.#buffer.after(topic.keys, after).filter(({ event }) => event.position <= this.#told);
    const weight = entries.reduce((sum, entry) => sum + Math.max(entry.weight, entry.messageBytes), 0);
    if (weight > REPLAY_BYTES) return null;
    return { messages: entries.flatMap(({ messages }) => messages.get(topic.name) ?? []), bytes: weight / 2 };
  }

  /** Makes the messages of older entries, with the names that things had then. */
  async #make(topic: Topic, entries: readonly BufferedEvent[]): Promise<void> {
    const schemas = new Map<string, Promise<Schema>>();
    const schema = (projectId: string): Promise<Schema> => {
      const known = schemas.get(projectId) ?? Schema.load(this.#engine, projectId);
      schemas.set(projectId, known);
      return known;
    };
    for (const entry of entries) if (!entry.messages.has(topic.name)) await this.#message(topic, entry, schema);
  }

  async #message(topic: Topic, entry: BufferedEvent, schema: TopicContext['schema']): Promise<Changes | null> {
    const { event: { position, meta } } = entry;
    const parts = await topic.kind.toChanges(entry, topic.id, { engine: this.#engine, buffer: this.#buffer, people: this.people, schema });
    const actor = { id: meta.actor, name: parts.length === 0 ? '' : meta.actor === MASTER_ACTOR ? MASTER_NAME : ((await this.people.get(meta.actor))?.name ?? '') };
    const message = parts.length === 0 ? null : { topic: topic.name, position, at: meta.at, changes: parts.map(part => ({ ...part, actor, requestId: meta.request })) };
    this.#buffer.hold(entry, topic.name, message);
    return message;
  }

  #hear(batch: readonly ProjectedEvent[]): void {
    for (const { event, changes } of batch) {
      const entry = entryOf(event, changes);
      if (entry.keys.length > 0) this.#buffer.push(entry);
      if (entry.changes.length > 0) this.#queue.add(() => this.#tell(entry));
    }
    const last = batch.at(-1)?.event.position;
    if (last !== undefined) this.#queue.add(() => { this.#told = laterOf(this.#told, last); });
  }

  async #tell(entry: BufferedEvent): Promise<void> {
    this.people.learn(entry);
    this.#schemas.learn(entry.event);
    for (const key of entry.keys) {
      for (const { topic } of this.#watched.get(key)?.values() ?? []) {
        try {
          const message = await this.#message(topic, entry, id => this.#schemas.of(id));
          if (message) this.#sent += this.#outlet.changes(topic, message);
        } catch (error) {
          this.#outlet.log(error);
          this.#outlet.failed(topic);
        }
      }
    }
    this.#told = entry.event.position;
    this.#forget(entry);
    await this.#outlet.told(entry);
    this.#buffer.trim(this.#told);
    if (this.#sent < MESSAGES_PER_TURN) return;
    this.#sent = 0;
    await nextTurn();
  }

  /** What is deleted is not kept in memory, either. */
  #forget({ event: { type, data, position } }: BufferedEvent): void {
    const member = deletions.get(type);
    if (member === undefined) return;
    const id = memberOf(data, member);
    if (member === 'projectId') this.#schemas.forget(id as string);
    this.#buffer.forget(({ event }) => event.position !== position && memberOf(event.data, member) === id, member === 'accountId' ? (id as string) : undefined);
  }
}

/** The events that delete, by the member that names what. */
const deletions: ReadonlyMap<string, string> = new Map([[projectDeleted.type, 'projectId'], [tableDeleted.type, 'tableId'], [accountDeleted.type, 'accountId']]);
