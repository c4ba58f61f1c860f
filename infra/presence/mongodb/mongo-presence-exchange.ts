import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@hzm/contracts/core/ids';
import { Members } from '@hzm/contracts/core/realtime';
import type { Member, PresenceExchange } from '@hzm/services/core/ports/presence-exchange';
import {
  type AnyBulkWriteOperation,
  type ChangeStream,
  type Collection,
  type Db,
  openDatabase,
} from '../../mongodb/database.ts';

/** `<process> <topic>` holds the members of a topic, `<process>` alone the last heartbeat. */
interface Entry {
  readonly _id: string;
  readonly at?: Date;
  readonly members?: readonly Member[];
}

const BEAT_MS = 2_000;
/** Time without a heartbeat after which a process and its members count as gone. */
const GONE_MS = 8_000;
const AGAIN_MS = 500;

const placeIn = (id: string): { readonly process: string; readonly topic: string } => ({
  process: id.slice(0, id.indexOf(' ')),
  topic: id.slice(id.indexOf(' ') + 1),
});

/**
 * Presence through a MongoDB collection: each process writes its own entries and watches the
 * others'.
 */
export class MongoPresenceExchange implements PresenceExchange {
  readonly #me = newId();
  readonly #database: Db;
  readonly #entries: Collection<Entry>;
  readonly #failed: (error: unknown) => void;
  readonly #here = new Map<string, readonly Member[]>();
  readonly #elsewhere = new Map<string, Map<string, readonly Member[]>>();
  /** Topics whose newest members are not written yet. */
  readonly #unwritten = new Set<string>();
  #writing: Promise<void> | undefined;
  #stream: ChangeStream<Entry> | undefined;
  #beat: NodeJS.Timeout | undefined;
  #beating: Promise<void> | undefined;
  #hear: (topic: string, members: readonly Member[]) => void = () => undefined;
  #isOpen = true;

  /** @param failed called with failures that are retried */
  constructor(address: string, failed: (error: unknown) => void) {
    this.#database = openDatabase(address);
    // Presence is short-lived, so writes need not reach a disk.
    this.#entries = this.#database.collection('presence', {
      writeConcern: { w: 1, journal: false },
    });
    this.#failed = failed;
  }

  subscribe(hear: (topic: string, members: readonly Member[]) => void): void {
    this.#hear = hear;
    void this.#follow();
    const beat = (): void => {
      this.#beating ??= this.#live()
        .catch(this.#failed)
        .finally(() => {
          this.#beating = undefined;
        });
    };
    beat();
    this.#beat = setInterval(beat, BEAT_MS).unref();
  }

  publish(topic: string, members: readonly Member[]): void {
    if (members.length > 0) this.#here.set(topic, members);
    else this.#here.delete(topic);
    this.#unwritten.add(topic);
    this.#write();
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    clearInterval(this.#beat);
    await this.#stream?.close();
    // A pending heartbeat would restore the entry that is removed here.
    await this.#beating;
    await this.#writing;
    if (this.#beat) await this.#forget(this.#me).catch(this.#failed);
    await this.#database.client.close();
  }

  /** Writes one bulk at a time; later changes wait for the next, which has the newest only. */
  #write(): void {
    if (!this.#isOpen || this.#unwritten.size === 0) return;
    this.#writing ??= this.#writeAll()
      .catch(this.#failed)
      .finally(() => {
        this.#writing = undefined;
      });
  }

  async #writeAll(): Promise<void> {
    while (this.#isOpen && this.#unwritten.size > 0) {
      const topics = [...this.#unwritten];
      this.#unwritten.clear();
      try {
        await this.#entries.bulkWrite(
          topics.map(topic => this.#operation(topic)),
          { ordered: false },
        );
      } catch (error) {
        // The next heartbeat retries.
        for (const topic of topics) this.#unwritten.add(topic);
        throw error;
      }
    }
  }

  #operation(topic: string): AnyBulkWriteOperation<Entry> {
    const filter = { _id: `${this.#me} ${topic}` };
    const members = this.#here.get(topic);
    return members
      ? { replaceOne: { filter, replacement: { members }, upsert: true } }
      : { deleteOne: { filter } };
  }

  /** Sends the heartbeat and removes processes without one. */
  async #live(): Promise<void> {
    const { upsertedCount } = await this.#entries.updateOne(
      { _id: this.#me },
      [{ $set: { at: '$$NOW' } }],
      { upsert: true },
    );
    // Other processes had removed this one, so everything is written again.
    if (upsertedCount > 0) for (const topic of this.#here.keys()) this.#unwritten.add(topic);
    this.#write();
    const gone = await this.#entries
      .find({ at: { $exists: true }, $expr: { $lt: ['$at', { $subtract: ['$$NOW', GONE_MS] }] } })
      .toArray();
    for (const { _id } of gone) await this.#forget(_id);
  }

  async #forget(process: string): Promise<void> {
    await this.#entries.deleteMany({ _id: { $regex: `^${process}` } });
  }

  async #follow(): Promise<void> {
    while (this.#isOpen) {
      try {
        await this.#listenOnce();
      } catch (error) {
        if (!this.#isOpen) return;
        this.#failed(error);
        await sleep(AGAIN_MS);
      }
    }
  }

  /**
   * Reads all entries, then follows changes. Each entry is complete, so a repeated older one is
   * harmless: the newest comes last.
   */
  async #listenOnce(): Promise<void> {
    const others = {
      operationType: { $in: ['insert', 'replace', 'delete'] },
      'documentKey._id': { $regex: ' ', $not: { $regex: `^${this.#me}` } },
    };
    await using stream = this.#entries.watch<Entry>([{ $match: others }]);
    this.#stream = stream;
    const first = await stream.tryNext();
    await this.#readAll();
    for (let change = first; ; change = await stream.next()) {
      if (change?.operationType === 'insert' || change?.operationType === 'replace')
        this.#learn(change.fullDocument);
      else if (change?.operationType === 'delete') this.#learn({ _id: change.documentKey._id });
    }
  }

  async #readAll(): Promise<void> {
    const entries = await this.#entries
      .find({ members: { $exists: true }, _id: { $not: { $regex: `^${this.#me}` } } })
      .toArray();
    const here = new Set(entries.map(({ _id }) => _id));
    for (const [topic, processes] of this.#elsewhere)
      for (const process of processes.keys())
        if (!here.has(`${process} ${topic}`)) this.#learn({ _id: `${process} ${topic}` });
    for (const entry of entries) this.#learn(entry);
  }

  #learn({ _id, members = [] }: Entry): void {
    const { process, topic } = placeIn(_id);
    // A process of another version may send other members.
    const known = Members.shape.members.safeParse(members).data ?? [];
    const processes = this.#elsewhere.get(topic) ?? new Map<string, readonly Member[]>();
    if (known.length > 0) processes.set(process, known);
    else processes.delete(process);
    if (processes.size > 0) this.#elsewhere.set(topic, processes);
    else this.#elsewhere.delete(topic);
    this.#hear(topic, [...processes.values()].flat());
  }
}
