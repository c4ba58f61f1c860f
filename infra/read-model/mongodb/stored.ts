import type { Position } from '@hzm/contracts/core/position';
import { valueAt } from '@hzm/services/core/ports/path';
import type { Doc } from '@hzm/services/core/ports/read-model';
import { equalKey, orderKey, TEXT, TEXT_END } from '@hzm/services/core/ports/value';
import { cellsOf } from '../cells.ts';
import { keyText, NOTHING } from './key-text.ts';
import { type Layout, MAX_ORDERED_MEMBERS } from './layout.ts';

type BySlot = Record<string, string>;

/** A document as it lies in MongoDB. A tombstone has `_id`, `pos` and `s` only. */
export interface Stored {
  /** Partition and id. */
  readonly _id: string;
  /** Position of the change it holds. */
  readonly pos: Position;
  /** Its place in created order. */
  readonly s?: number;
  /** Partition. */
  readonly p?: string;
  /** The document as JSON, so that no name and no value in it means anything to MongoDB. */
  readonly d?: string;
  /** Of each declared path: what it is equal by, what it is ordered by. */
  readonly q?: BySlot;
  readonly o?: BySlot;
  /**
   * Of each cell: what it is ordered by (nothing, too, for the first members that the partition had
   * then), and its folded text.
   */
  readonly k?: BySlot;
  readonly t?: BySlot;
  /** The starts of the texts in its cells, to be found by. */
  readonly e?: readonly string[];
  /** How many members the partition had when this was written. */
  readonly w?: number;
}

/** The first sixty-four letters: whole texts would double the documents. */
const START_LENGTH = 64;
export const isWhole = (text: string): boolean => text.length <= START_LENGTH;
export const startOf = (slot: number, text: string): string =>
  `${slot}:${text.slice(0, START_LENGTH)}`;

// A partition is the id of a table, and has no slash.
export const storedId = (partition: string, id: string): string => `${partition}/${id}`;

/** @param slots the places of the partition's members, of all that the document has */
export function storedOf(
  layout: Layout,
  slots: ReadonlyMap<string, number>,
  partition: string,
  { seq, pos, doc, id }: { seq: number; pos: Position; doc: Doc | undefined; id: string },
): Stored {
  const _id = storedId(partition, id);
  if (!doc) return { _id, pos, s: seq };
  return {
    _id,
    pos,
    s: seq,
    p: partition,
    d: JSON.stringify(doc),
    ...declaredKeys(layout, doc),
    ...cellKeys(layout, slots, doc),
  };
}

function declaredKeys({ declared }: Layout, doc: Doc): Pick<Stored, 'q' | 'o'> {
  const q: BySlot = {};
  const o: BySlot = {};
  for (const [path, no] of declared) {
    const value = valueAt(doc, path);
    q[no] = keyText(equalKey(value));
    o[no] = keyText(orderKey(value));
  }
  return { q, o };
}

function cellKeys(
  { spec }: Layout,
  slots: ReadonlyMap<string, number>,
  doc: Doc,
): Pick<Stored, 'k' | 't' | 'e' | 'w'> | undefined {
  if (spec.indexMembersOf === undefined) return undefined;
  const k: BySlot = {};
  const t: BySlot = {};
  const e: string[] = [];
  for (let slot = 0; slot < Math.min(slots.size, MAX_ORDERED_MEMBERS); slot++) k[slot] = NOTHING;
  for (const { member, order, text } of cellsOf(doc, spec)) {
    const slot = slots.get(member)!;
    const key = keyText(order);
    k[slot] = key;
    t[slot] = text;
    if (key >= TEXT && key < TEXT_END) e.push(startOf(slot, text));
  }
  return { k, t, w: slots.size, ...(e.length > 0 && { e }) };
}
