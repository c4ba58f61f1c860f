import type { Position } from '@hzm/contracts/core/position';
import { hasMembers, type StagedPartition, type StagedDocument } from '../batch.ts';
import type { Remembered } from './pending-partition-drops.ts';

/** A document during one `apply`. */
export interface MongoStagedDocument extends StagedDocument {
  readonly id: string;
  /** Whether there was a document. */
  readonly wasThere: boolean;
  /** Whether MongoDB has something of this id. */
  readonly isStored: boolean;
  isDirty: boolean;
}

/**
 * One partition during one `apply`: what the batch is about was read before, and is written after
 * it.
 */
export class MongoStagedPartition implements StagedPartition {
  droppedAt: Position | undefined;
  /** It was this batch that claimed it. */
  isClaimedHere = false;
  /** It was this batch that dropped it. */
  isDroppedHere = false;
  readonly slots = new Map<string, MongoStagedDocument>();
  readonly #seq: () => number;
  #owner: string | undefined;

  /** @param seq the place in created order of a document that is named first now */
  constructor(seq: () => number) {
    this.#seq = seq;
  }

  get owner(): string | undefined {
    return this.#owner;
  }

  set owner(id: string) {
    this.#owner = id;
    this.isClaimedHere = true;
  }

  /** Takes over what is remembered of it. */
  remember({ position, owner }: Remembered): void {
    this.droppedAt = position;
    this.#owner = owner;
  }

  document(id: string): MongoStagedDocument | undefined {
    return this.slots.get(id);
  }

  add(id: string): MongoStagedDocument {
    return this.stage({
      id,
      seq: this.#seq(),
      pos: '' as Position,
      doc: undefined,
      wasThere: false,
      isStored: false,
      isDirty: false,
    });
  }

  stage(slot: MongoStagedDocument): MongoStagedDocument {
    this.slots.set(slot.id, slot);
    return slot;
  }

  /** How many documents there are more than there were. */
  get more(): number {
    let more = 0;
    for (const { doc, wasThere } of this.slots.values())
      more += Number(doc !== undefined) - Number(wasThere);
    return more;
  }

  where(members: { readonly [member: string]: string }): MongoStagedDocument[] {
    return [...this.slots.values()].filter(
      ({ doc }) => doc !== undefined && hasMembers(doc, members),
    );
  }

  /** What MongoDB has of it is emptied beside other work. */
  clear(): void {
    this.slots.clear();
    this.isDroppedHere = true;
  }

  changed(slot: StagedDocument): void {
    (slot as MongoStagedDocument).isDirty = true;
  }
}
