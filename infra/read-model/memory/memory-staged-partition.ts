import type { Json, JsonObject } from '@hzm/contracts/core/json';
import type { Position } from '@hzm/contracts/core/position';
import { weigh } from '@hzm/services/core/ports/byte-budget';
import type { Doc } from '@hzm/services/core/ports/read-model';
import { hasMembers, type PathForm, type StagedPartition, type StagedDocument } from '../batch.ts';
import { countExpired, FORGOTTEN_AT_ONCE, type IsExpired } from '../expiry.ts';

const MEMBER_BYTES = 16;

/**
 * Copies values as a JSON round trip would, isolated from the caller's objects. Values that it
 * returned earlier are reused, so the cost is that of the change.
 */
class Keeper {
  /** Weight of each kept array or object, in bytes. */
  readonly #weights = new WeakMap<object, number>();

  keep<Value extends Json>(value: Value): Value {
    return this.#keep(value) as Value;
  }

  weightOf(value: Json): number {
    return typeof value === 'object' && value !== null
      ? (this.#weights.get(value) ?? 0)
      : weigh(value);
  }

  #keep(value: Json): Json {
    if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
    if (typeof value !== 'object' || value === null || this.#weights.has(value)) return value;
    const kept: readonly Json[] | JsonObject = Array.isArray(value)
      ? value.map((item: Json | undefined) => this.#keep(item ?? null))
      : Object.fromEntries(
          Object.entries(value as JsonObject).flatMap(([name, member]) =>
            member === undefined ? [] : [[name, this.#keep(member)]],
          ),
        );
    let weight = MEMBER_BYTES;
    for (const [name, member] of Object.entries(kept))
      weight += MEMBER_BYTES + name.length + this.weightOf(member as Json);
    this.#weights.set(kept, weight);
    return kept;
  }
}

/** Memory of a slot without its document, in bytes. */
const SLOT_BYTES = 150;

interface WeighedSlot extends StagedDocument {
  weight: number;
}

/** One partition in memory. The map keeps created order, because tombstones keep their entries. */
export class MemoryStagedPartition implements StagedPartition {
  droppedAt: Position | undefined;
  owner: string | undefined;
  readonly forms = new Map<string, PathForm>();
  readonly #slots = new Map<string, WeighedSlot>();
  readonly #keeper = new Keeper();
  #lastSeq = 0;
  #weight = 0;

  /** Approximate memory of its documents, in bytes. */
  get weight(): number {
    return this.#weight + this.#slots.size * SLOT_BYTES;
  }

  setForm(path: string, form: PathForm | undefined): void {
    if (form === undefined) this.forms.delete(path);
    else this.forms.set(path, form);
  }

  document(id: string): StagedDocument | undefined {
    return this.#slots.get(id);
  }

  add(id: string): StagedDocument {
    const slot: WeighedSlot = {
      seq: ++this.#lastSeq,
      pos: '' as Position,
      doc: undefined,
      weight: 0,
    };
    this.#slots.set(id, slot);
    return slot;
  }

  where(members: { readonly [member: string]: string }): StagedDocument[] {
    return this.filled()
      .filter(slot => hasMembers(slot.doc, members))
      .toArray();
  }

  clear(): void {
    this.#slots.clear();
    this.#weight = 0;
  }

  /** Removes expired documents, oldest first. */
  forget(isExpired: IsExpired): void {
    const oldest = this.filled()
      .take(FORGOTTEN_AT_ONCE)
      .map(({ doc }) => doc)
      .toArray();
    for (const { id } of oldest.slice(0, countExpired(oldest, isExpired))) {
      this.#weight -= this.#slots.get(id)!.weight;
      this.#slots.delete(id);
    }
  }

  changed(slot: StagedDocument): void {
    const weighed = slot as WeighedSlot;
    if (slot.doc !== undefined) slot.doc = this.#keeper.keep<Doc>(slot.doc);
    const weight = slot.doc === undefined ? 0 : this.#keeper.weightOf(slot.doc);
    this.#weight += weight - weighed.weight;
    weighed.weight = weight;
  }

  filled(): IteratorObject<Filled> {
    return this.#slots
      .values()
      .filter((slot): slot is WeighedSlot & Filled => slot.doc !== undefined);
  }
}

export type Filled = StagedDocument & { readonly doc: Doc };
