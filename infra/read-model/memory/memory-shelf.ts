import type { Position } from '@hzm/contracts/core/position';
import type { Doc } from '@hzm/services/core/ports/read-model';
import { hasMembers, type Shelf, type Slot } from '../batch.ts';

/** One partition in memory. The map is in created order, because tombstones keep their places in it. */
export class MemoryShelf implements Shelf {
  droppedAt: Position | undefined;
  readonly #slots = new Map<string, Slot>();
  #lastSeq = 0;

  slot(id: string): Slot | undefined {
    return this.#slots.get(id);
  }

  add(id: string): Slot {
    const slot: Slot = { seq: ++this.#lastSeq, pos: '' as Position, doc: undefined };
    this.#slots.set(id, slot);
    return slot;
  }

  where(members: { readonly [member: string]: string }): Slot[] {
    return this.filled().filter(slot => hasMembers(slot.doc, members)).toArray();
  }

  clear(): void {
    this.#slots.clear();
  }

  /** As JSON would give it back, and out of reach of whoever made it. */
  changed(slot: Slot): void {
    if (slot.doc !== undefined) slot.doc = JSON.parse(JSON.stringify(slot.doc)) as Doc;
  }

  /** The documents in created order. */
  filled(): IteratorObject<Filled> {
    return this.#slots.values().filter((slot): slot is Filled => slot.doc !== undefined);
  }
}

export type Filled = Slot & { readonly doc: Doc };
