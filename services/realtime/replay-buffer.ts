import type { Change } from '@hzm/contracts/core/change';
import type { Event } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import type { Changes } from '@hzm/contracts/core/realtime';
import { weigh } from '../core/ports/byte-budget.ts';

/** One event that concerns a topic, opened, with the changes it made. */
export interface BufferedEvent {
  readonly event: Event;
  readonly changes: readonly Change[];
  /**
   * When this process heard of it, in milliseconds of its monotonic clock; undefined if read back.
   */
  readonly heardAt: number | undefined;
  /** Under which names it is found again. */
  readonly keys: readonly string[];
  /** The message for a topic, once it was watched; null if there is none. */
  readonly messages: Map<string, Changes | null>;
  /**
   * Roughly how much memory the event and its changes hold, in bytes, and what was made of them.
   */
  readonly weight: number;
  messageBytes: number;
}

/** How much is remembered, whichever is reached first. */
const MAX_BUFFER = { entries: 10_000, bytes: 16 * 1024 * 1024 };

/** The newest events, by position: everything later than `since` that has a key is here. */
export class ReplayBuffer {
  readonly #limits: typeof MAX_BUFFER;
  #since: Position;
  #entries: BufferedEvent[] = [];
  #byKey = new Map<string, BufferedEvent[]>();
  #bytes = 0;

  constructor(since: Position, limits = MAX_BUFFER) {
    this.#since = since;
    this.#limits = limits;
  }

  get since(): Position {
    return this.#since;
  }

  get oldest(): BufferedEvent | undefined {
    return this.#entries[0];
  }

  push(entry: BufferedEvent): void {
    this.#entries.push(entry);
    this.#bytes += entry.weight + entry.messageBytes;
    this.#index(entry);
  }

  /** Everything later than `since` up to what was the oldest here, from the log. */
  extend(
    since: Position,
    earlier: readonly BufferedEvent[],
    later: readonly BufferedEvent[] = this.#entries,
  ): void {
    const all = [...earlier, ...later];
    this.#since = since;
    this.#entries = [];
    this.#byKey = new Map();
    this.#bytes = 0;
    for (const entry of all) this.push(entry);
  }

  /** Forgets the oldest beyond what may be remembered; never what is later than `delivered`. */
  trim(delivered: Position): void {
    for (
      let oldest = this.#entries[0];
      oldest && oldest.event.position <= delivered;
      oldest = this.#entries[0]
    ) {
      if (this.#entries.length <= this.#limits.entries && this.#bytes <= this.#limits.bytes) return;
      this.#entries.shift();
      this.#bytes -= oldest.weight + oldest.messageBytes;
      this.#since = oldest.event.position;
      for (const key of oldest.keys) {
        const list = this.#byKey.get(key)!;
        list.shift();
        if (list.length === 0) this.#byKey.delete(key);
      }
    }
  }

  /** Keeps what was made of an entry for a topic. */
  hold(entry: BufferedEvent, topic: string, message: Changes | null): void {
    const bytes = message === null ? 0 : weigh(message);
    entry.messages.set(topic, message);
    entry.messageBytes += bytes;
    if (entry.event.position > this.#since) this.#bytes += bytes;
  }

  /**
   * Forgets what was deleted: entries that are about it, and for entries of `actor` the messages,
   * which name them. Whoever comes for them is told the deletion, which is later.
   */
  forget(isAbout: (entry: BufferedEvent) => boolean, actor?: string): void {
    const kept = this.#entries.filter(entry => !isAbout(entry));
    for (const entry of kept) {
      if (entry.event.meta.actor !== actor) continue;
      this.#bytes -= entry.messageBytes;
      entry.messageBytes = 0;
      entry.messages.clear();
    }
    if (kept.length < this.#entries.length) this.extend(this.#since, [], kept);
  }

  /** What has one of the keys and is later, in order. Nothing has two of them. */
  after(keys: readonly string[], position: Position): readonly BufferedEvent[] {
    const lists = keys.map(key => this.#later(key, position)).filter(list => list.length > 0);
    return lists.length < 2
      ? (lists[0] ?? [])
      : lists.flat().toSorted((a, b) => (a.event.position < b.event.position ? -1 : 1));
  }

  #later(key: string, position: Position): readonly BufferedEvent[] {
    const list = this.#byKey.get(key) ?? [];
    let from = list.length;
    while (from > 0 && list[from - 1]!.event.position > position) from--;
    return list.slice(from);
  }

  #index(entry: BufferedEvent): void {
    for (const key of entry.keys) {
      const list = this.#byKey.get(key);
      if (list) list.push(entry);
      else this.#byKey.set(key, [entry]);
    }
  }
}
