import type { Collection } from '../../mongodb/database.ts';

interface Entry {
  /** Collection and partition. */
  readonly _id: string;
  /** Names as JSON, which spells every name in letters that every store keeps. */
  readonly members: readonly string[];
}

export type Slots = ReadonlyMap<string, number>;

const NONE: Slots = new Map();
/** Bounds the partitions whose slots are cached. */
const MAX_KNOWN_PARTITIONS = 10_000;

/**
 * Slots of members among the keys of a partition's documents. A slot is permanent, even across a
 * reset, so a cache in another process may be incomplete but never wrong.
 */
export class FieldSlots {
  readonly #entries: Collection<Entry>;
  readonly #known = new Map<string, Slots>();

  constructor(entries: Collection<Entry>) {
    this.#entries = entries;
  }

  /** Returns the slots of a partition, including those of `members` that have one. */
  async find(collection: string, partition: string, members: Iterable<string>): Promise<Slots> {
    const _id = `${collection}/${partition}`;
    const known = this.#lookUp(_id, members);
    return known ?? this.#keep(_id, (await this.#entries.findOne({ _id }))?.members ?? []);
  }

  async make(collection: string, partition: string, members: ReadonlySet<string>): Promise<Slots> {
    const _id = `${collection}/${partition}`;
    const known = this.#lookUp(_id, members);
    if (known) return known;
    const before = { $ifNull: ['$members', []] };
    const more = {
      $setDifference: [{ $literal: Array.from(members, member => JSON.stringify(member)) }, before],
    };
    const entry = await this.#entries.findOneAndUpdate(
      { _id },
      [{ $set: { members: { $concatArrays: [before, more] } } }],
      { upsert: true, returnDocument: 'after' },
    );
    return this.#keep(_id, entry!.members);
  }

  #lookUp(_id: string, members: Iterable<string>): Slots | undefined {
    const known = this.#known.get(_id);
    return known && Array.from(members).every(member => known.has(member)) ? known : undefined;
  }

  #keep(_id: string, members: readonly string[]): Slots {
    if (members.length === 0) return NONE;
    if (this.#known.size >= MAX_KNOWN_PARTITIONS) this.#known.clear();
    const slots = new Map(members.map((member, slot) => [JSON.parse(member) as string, slot]));
    this.#known.set(_id, slots);
    return slots;
  }
}
