import type { Position } from '@hzm/contracts/core/position';
import {
  formsOf,
  hasMembers,
  type PathForm,
  type StagedPartition,
  type StagedDocument,
} from '../batch.ts';
import type { Remembered } from './pending-partition-drops.ts';

export interface MongoStagedDocument extends StagedDocument {
  readonly id: string;
  /** Whether a document existed before. */
  readonly wasThere: boolean;
  /** Whether MongoDB has a document or tombstone with this id. */
  readonly isStored: boolean;
  isDirty: boolean;
}

/** One partition during one `apply`: its documents are read before and written after. */
export class MongoStagedPartition implements StagedPartition {
  droppedAt: Position | undefined;
  isClaimedHere = false;
  isDroppedHere = false;
  /** Position of the last change of the forms in this batch. */
  formedAt: Position | undefined;
  readonly forms = new Map<string, PathForm>();
  readonly slots = new Map<string, MongoStagedDocument>();
  readonly #seq: () => number;
  #owner: string | undefined;

  /** @param seq returns the rank in created order for a new document */
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

  /** Takes over the stored facts of the partition. */
  remember({ position, owner, forms }: Remembered): void {
    for (const [path, form] of formsOf(forms)) this.forms.set(path, form);
    this.droppedAt = position;
    this.#owner = owner;
  }

  setForm(path: string, form: PathForm | undefined, position: Position): void {
    if (form === undefined) this.forms.delete(path);
    else this.forms.set(path, form);
    this.formedAt = position;
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

  /** Change in the number of documents. */
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

  /** The stored documents are removed in the background. */
  clear(): void {
    this.slots.clear();
    this.isDroppedHere = true;
  }

  changed(slot: StagedDocument): void {
    (slot as MongoStagedDocument).isDirty = true;
  }
}
