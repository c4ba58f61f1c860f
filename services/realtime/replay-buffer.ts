import type { Change } from '@hzm/contracts/core/change';
import type { Event } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import type { Changes } from '@hzm/contracts/core/realtime';
import { weigh } from '../core/ports/byte-budget.ts';

/** An opened event of a topic, with its changes. */
export interface BufferedEvent {
  readonly event: Event;
  readonly changes: readonly Change[];
  /**
   * Time at which this process received it, in milliseconds of its monotonic clock; undefined if
   * read back.
   */
  readonly heardAt: number | undefined;
  /** The keys that find it. */
  readonly keys: readonly string[];
  /** The keys of topics that are told of their last event only, and are not replayed. */
  readonly coalesced: readonly string[];
  /** Messages by topic, once watched; null if the entry has none for the topic. */
  readonly messages: Map<string, Changes | null>;
  /** Approximate memory in bytes of the event with its changes, and of its messages. */
  readonly weight: number;
  messageBytes: number;
}

/** Maximum buffer, whichever bound is reached first. */
const MAX_BUFFER = { entries: 10_000, bytes: 16 * 1024 * 1024 };

/** The newest events, by position: every event later than `since` with a key. */
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

  /**
   * Adds everything later than `since` up to what was the oldest here, from the log, unless that
   * is more than may be remembered. Returns whether it was added.
   */
  extend(since: Position, earlier: readonly BufferedEvent[]): boolean {
    const bytes = earlier.reduce((sum, { weight }) => sum + weight, this.#bytes);
    const entries = earlier.length + this.#entries.length;
    if (entries > this.#limits.entries || bytes > this.#limits.bytes) return false;
    this.#hold(since, [...earlier, ...this.#entries]);
    return true;
  }

  #hold(since: Position, all: readonly BufferedEvent[]): void {
    this.#since = since;
    this.#entries = [];
    this.#byKey = new Map();
    this.#bytes = 0;
    for (const entry of all) this.push(entry);
  }

  /** Evicts the oldest entries beyond the bounds, but none later than `delivered`. */
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

  /** Stores the message of an entry for a topic. */
  hold(entry: BufferedEvent, topic: string, message: Changes | null): void {
    const bytes = message === null ? 0 : weigh(message);
    entry.messages.set(topic, message);
    entry.messageBytes += bytes;
    if (entry.event.position > this.#since) this.#bytes += bytes;
  }

  /**
   * Evicts entries about deleted things, and the messages of `actor`'s entries, which name them.
   * Watchers then receive the later deletion.
   */
  forget(isAbout: (entry: BufferedEvent) => boolean, actor?: string): void {
    const kept = this.#entries.filter(entry => !isAbout(entry));
    for (const entry of kept) {
      if (entry.event.meta.actor !== actor) continue;
      this.#bytes -= entry.messageBytes;
      entry.messageBytes = 0;
      entry.messages.clear();
    }
    if (kept.length < this.#entries.length) this.#hold(this.#since, kept);
  }

  /** Returns later entries with one of the keys, in order. No entry has two of them. */
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
