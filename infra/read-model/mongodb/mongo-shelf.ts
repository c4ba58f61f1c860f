import type { Position } from '@hzm/contracts/core/position';
import { hasMembers, type Shelf, type Slot } from '../batch.ts';

/** A document during one `apply`. */
export interface StagedSlot extends Slot {
  readonly id: string;
  /** 0: its partition was dropped, so that it has no place until it is put again. */
  seq: number;
  /** Whether there was a document. */
  readonly wasThere: boolean;
  /** Whether MongoDB has something of this id. */
  readonly isStored: boolean;
  isDirty: boolean;
}

/** Where the change that is being made stands in the log. */
export interface Moment {
  position: Position;
  /** The place in created order of a document that it names first. */
  seq: number;
}

/** One partition during one `apply`: what the batch is about was read before, and is written after it. */
export class MongoShelf implements Shelf {
  newest: Position | undefined;
  newestIn?: symbol;
  droppedAt: Position | undefined;
  readonly slots = new Map<string, StagedSlot>();
  readonly #now: Moment;

  constructor(now: Moment) {
    this.#now = now;
  }

  slot(id: string): StagedSlot | undefined {
    return this.slots.get(id);
  }

  add(id: string): StagedSlot {
    return this.stage({ id, seq: 0, pos: '' as Position, doc: undefined, wasThere: false, isStored: false, isDirty: false });
  }

  stage(slot: StagedSlot): StagedSlot {
    this.slots.set(slot.id, slot);
    return slot;
  }

  /** How many documents there are more than there were; undefined: nobody knows. */
  get more(): number | undefined {
    if (this.droppedAt !== undefined) return undefined;
    let more = 0;
    for (const { doc, wasThere } of this.slots.values()) more += Number(doc !== undefined) - Number(wasThere);
    return more;
  }

  where(members: { readonly [member: string]: string }): StagedSlot[] {
    return [...this.slots.values()].filter(({ doc }) => doc !== undefined && hasMembers(doc, members));
  }

  /** What a newer change has made stays: this drop was written before. */
  clear(): void {
    for (const slot of this.slots.values()) {
      const isOlder = slot.pos < this.#now.position || (slot.pos === this.#now.position && slot.entry !== undefined);
      if (isOlder) Object.assign(slot, { seq: 0, pos: '' as Position, doc: undefined, isDirty: true } satisfies Partial<StagedSlot>);
    }
  }

  changed(slot: Slot): void {
    const staged = slot as StagedSlot;
    if (staged.seq === 0) staged.seq = this.#now.seq;
    staged.isDirty = true;
  }
}
