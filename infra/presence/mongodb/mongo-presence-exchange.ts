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

/** `<process> <topic>` with who is there; `<process>` alone with when it was last heard. */
interface Entry {
  readonly _id: string;
  readonly at?: Date;
  readonly members?: readonly Member[];
}

const BEAT_MS = 2_000;
/** A process without a heartbeat for so long is gone, with all of its members. */
const GONE_MS = 8_000;
const AGAIN_MS = 500;

const placeIn = (id: string): { readonly process: string; readonly topic: string } => ({
  process: id.slice(0, id.indexOf(' ')),
  topic: id.slice(id.indexOf(' ') + 1),
});

/**
 * Presence over a collection in MongoDB that every process writes its own part of, and watches the
 * others'.
 */
export class MongoPresenceExchange implements PresenceExchange {
  readonly #me = newId();
  readonly #database: Db;
  readonly #entries: Collection<Entry>;
  readonly #failed: (error: unknown) => void;
  readonly #here = new Map<string, readonly Member[]>();
  /** By topic, then by process. */
  readonly #elsewhere = new Map<string, Map<string, readonly Member[]>>();
  /** Topics whose newest state is not written yet. */
  readonly #unwritten = new Set<string>();
  #writing: Promise<void> | undefined;
  #stream: ChangeStream<Entry> | undefined;
  #beat: NodeJS.Timeout | undefined;
  #beating: Promise<void> | undefined;
  #hear: (topic: string, members: readonly Member[]) => void = () => undefined;
  #isOpen = true;

  /** @param failed hears of what is tried again */
  constructor(address: string, failed: (error: unknown) => void) {
    this.#database = openDatabase(address);
    // It is over in a moment: it need not reach a disk.
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
    // One that is under way would bring back what is forgotten here.
    await this.#beating;
    await this.#writing;
    if (this.#beat) await this.#forget(this.#me).catch(this.#failed);
    await this.#database.client.close();
  }

  /** One bulk at a time; what comes meanwhile goes with the next, the newest only. */
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
        // The next beat tries again.
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

  /** Says that this process lives, and forgets those that do not. */
  async #live(): Promise<void> {
    const { upsertedCount } = await this.#entries.updateOne(
      { _id: this.#me },
      [{ $set: { at: '$$NOW' } }],
      { upsert: true },
    );
    // It was taken for gone.
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
   * Reads what is there, then hears what changes. Each entry is whole: an older one that is heard
   * again does no harm, as the newest comes last.
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
    // A process of another version may say other things.
    const known = Members.shape.members.safeParse(members).data ?? [];
    const processes = this.#elsewhere.get(topic) ?? new Map<string, readonly Member[]>();
    if (known.length > 0) processes.set(process, known);
    else processes.delete(process);
    if (processes.size > 0) this.#elsewhere.set(topic, processes);
    else this.#elsewhere.delete(topic);
    this.#hear(topic, [...processes.values()].flat());
  }
}
