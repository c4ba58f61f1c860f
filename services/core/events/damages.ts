import { collection, type CollectionSpec } from '@hzm/contracts/core/collection';
import { isDamaged, type DamagedEvent, type Event } from '@hzm/contracts/core/event';
import { positionOf, type Position } from '@hzm/contracts/core/position';
import type { DamagedInLog, Status } from '@hzm/contracts/core/status';
import type { EventStore } from '../ports/event-store.ts';
import { checkpointOf, type Change, type ReadModel } from '../ports/read-model.ts';
import type { Codec } from './codec.ts';

type Entry = Readonly<DamagedInLog> & {
  readonly id: string;
  readonly position: Position;
  readonly revision: number;
};

const NAME = 'damages';
const damageDocs = collection<Entry>({ name: NAME });
/** Maximum unreadable events listed; further ones of this run are only counted. */
const MAX_DAMAGES = 1_000;
const MAX_SHOWN_DAMAGES = 100;

/** One event stands for all of an unknown type. */
const idOf = ({ damage, type, position }: DamagedEvent): string =>
  damage === 'unknown-type' ? `${damage} ${type}` : position;

/**
 * Unreadable events of the log, stored in the read model. Includes those that no view needed, so
 * that a restart still lists them and a version that knows their type rebuilds the views that
 * skipped them.
 */
export class Damages {
  readonly #store: EventStore;
  readonly #model: ReadModel;
  readonly #codec: Codec;
  readonly #isWriter: () => boolean;
  readonly #known = new Map<string, Entry>();
  readonly #unsaved = new Map<string, Change>();
  #others = 0;

  constructor(store: EventStore, model: ReadModel, codec: Codec, isWriter: () => boolean) {
    this.#store = store;
    this.#model = model;
    this.#codec = codec;
    this.#isWriter = isWriter;
  }

  static readonly collections: readonly CollectionSpec[] = [{ ...damageDocs, projection: NAME }];

  /** The known unreadable events, including those of earlier runs. */
  get list(): Status['damaged'] {
    const all = [...this.#known.values()].toSorted((a, b) => (a.position < b.position ? -1 : 1));
    return {
      first: all
        .slice(0, MAX_SHOWN_DAMAGES)
        .map(({ position, stream, type, reason }) => ({ position, stream, type, reason })),
      total: all.length + this.#others,
    };
  }

  /**
   * Retries events recorded earlier.
   * @returns those now readable; they stay listed until `remove`
   */
  async load(): Promise<Event[]> {
    this.#known.clear();
    const { docs } = await this.#model.find({ collection: damageDocs, limit: MAX_DAMAGES });
    const mended: Event[] = [];
    for (const entry of docs) {
      this.#known.set(entry.id, entry);
      const [event] = await this.#codec.open(
        await this.#store.readStream(entry.stream, { from: entry.revision, limit: 1 }),
      );
      if (event && !isDamaged(event)) mended.push(event);
    }
    return mended;
  }

  /** Records an event that cannot be opened. */
  readonly add = (event: DamagedEvent): void => {
    const id = idOf(event);
    if (this.#known.has(id)) return;
    if (this.#known.size >= MAX_DAMAGES) return void this.#others++;
    const { position, stream, revision, type, damage } = event;
    const doc: Entry = { id, position, stream, revision, type, reason: damage };
    this.#known.set(id, doc);
    this.#unsaved.set(id, { op: 'put', collection: NAME, id, doc });
  };

  /** Removes events that have become readable. */
  remove(opened: readonly Event[]): void {
    if (this.#known.size === 0) return;
    const positions = new Set(opened.map(({ position }) => position));
    for (const { id, position } of this.#known.values()) {
      if (!positions.has(position)) continue;
      this.#known.delete(id);
      this.#unsaved.set(id, { op: 'drop', collection: NAME, id });
    }
  }

  /**
   * Stores new entries. The list has positions of its own, so that a rediscovered entry is newer.
   */
  async save(): Promise<void> {
    if (this.#unsaved.size === 0 || !this.#isWriter()) return;
    const next = positionOf(BigInt((await checkpointOf(this.#model, NAME))?.position ?? 0) + 1n);
    const changes = [...this.#unsaved];
    await this.#model.apply([
      {
        projection: NAME,
        version: 1,
        batch: [{ position: next, changes: changes.map(([, change]) => change) }],
        checkpoint: next,
      },
    ]);
    for (const [id, change] of changes)
      if (this.#unsaved.get(id) === change) this.#unsaved.delete(id);
  }
}
