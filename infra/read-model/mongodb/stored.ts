import type { Position } from '@hzm/contracts/core/position';
import { claimant } from '@hzm/services/core/ports/memory';
import { valueAt } from '@hzm/services/core/ports/path';
import type { Doc } from '@hzm/services/core/ports/read-model';
import { equalKey, orderKey, TEXT, TEXT_END } from '@hzm/services/core/ports/value';
import { cellsOf } from '../cells.ts';
import { keyText, NOTHING } from './key-text.ts';
import { type Layout, MAX_ORDERED_MEMBERS } from './layout.ts';

type BySlot = Record<string, string>;

/** A document as MongoDB stores it. A tombstone has only `_id`, `pos` and `s`. */
export interface Stored {
  readonly _id: string;
  /** Position of its last change. */
  readonly pos: Position;
  /** Rank in created order. */
  readonly s?: number;
  readonly p?: string;
  /** The document as JSON, so that no name or value in it has a meaning for MongoDB. */
  readonly d?: string;
  /** Keys of the declared paths: `q` for equality, `o` for order. */
  readonly q?: BySlot;
  readonly o?: BySlot;
  /** Timestamps in canonical form. */
  readonly m?: BySlot;
  /**
   * Cells: `k` holds order keys, including the marker for a missing value of the members known
   * then; `t` holds folded texts.
   */
  readonly k?: BySlot;
  readonly t?: BySlot;
  /** Starts of the texts in the cells, for the index. */
  readonly e?: readonly string[];
  /** Number of the partition's members when this was written. */
  readonly w?: number;
}

/** Letters of a text that are indexed: whole texts would double the documents. */
const START_LENGTH = 64;
export const isWhole = (text: string): boolean => text.length <= START_LENGTH;
export const startOf = (slot: number, text: string): string =>
  `${slot}:${text.slice(0, START_LENGTH)}`;

// A partition is a table's id and has no slash.
export const storedId = (partition: string, id: string): string => `${partition}/${id}`;

/** Parses `Stored.d`. @throws Problem if there is no room for it */
export function docOf(json: string): Doc {
  claimant()?.claimJson(json);
  return JSON.parse(json) as Doc;
}

/** @param slots slots of all members that the document has */
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
    ...momentsIn(layout, doc),
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

const momentsIn = ({ moments }: Layout, doc: Doc): Pick<Stored, 'm'> =>
  moments.size === 0
    ? {}
    : {
        m: Object.fromEntries([...moments].map(([path, no]) => [no, valueAt(doc, path) as string])),
      };

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
