import type { Position } from '@hzm/contracts/core/position';
import { hasMembers, type Shelf, type Slot } from '../batch.ts';

/** A document during one `apply`. */
export interface StagedSlot extends Slot {
  readonly id: string;
  /** Whether there was a document. */
  readonly wasThere: boolean;
  /** Whether MongoDB has something of this id. */
  readonly isStored: boolean;
  isDirty: boolean;
}

/** One partition during one `apply`: what the batch is about was read before, and is written after it. */
export class MongoShelf implements Shelf {
  droppedAt: Position | undefined;
  /** It was this batch that dropped it. */
  isDroppedHere = false;
  readonly slots = new Map<string, StagedSlot>();
  readonly #seq: () => number;

  /** @param seq the place in created order of a document that is named first now */
  constructor(seq: () => number) {
    this.#seq = seq;
  }

  slot(id: string): StagedSlot | undefined {
    return this.slots.get(id);
  }

  add(id: string): StagedSlot {
    return this.stage({ id, seq: this.#seq(), pos: '' as Position, doc: undefined, wasThere: false, isStored: false, isDirty: false });
  }

  stage(slot: StagedSlot): StagedSlot {
    this.slots.set(slot.id, slot);
    return slot;
  }

  /** How many documents there are more than there were. */
  get more(): number {
    let more = 0;
    for (const { doc, wasThere } of this.slots.values()) more += Number(doc !== undefined) - Number(wasThere);
    return more;
  }

  where(members: { readonly [member: string]: string }): StagedSlot[] {
    return [...this.slots.values()].filter(({ doc }) => doc !== undefined && hasMembers(doc, members));
  }

  /** What MongoDB has of it is emptied beside other work. */
  clear(): void {
    this.slots.clear();
    this.isDroppedHere = true;
  }

  changed(slot: Slot): void {
    (slot as StagedSlot).isDirty = true;
  }
}
