import { type KeySection, sectionAt, sectionsOf } from '@hzm/services/core/ports/value';
import type { Document } from '../../mongodb/database.ts';
import type { KeysetCursor as End, SortKeys } from '../cursor.ts';
import { emptyAt, hasGaps, orderField, type KeyLocation } from './filter.ts';
import { NOTHING } from './key-text.ts';

/** One key of a sort in terms of stored fields. */
export interface OrderKey {
  /** Undefined if no document has a value there, so that all are tied. */
  readonly field: string | undefined;
  readonly descending: boolean;
  /** Matches documents without a value for the key; undefined if there are none. */
  readonly empty: Document | undefined;
  /** Whether MongoDB would not sort documents without a value as ties. */
  readonly hasGaps?: boolean;
  /** Sections that come first, in their order, before all other values. */
  readonly sections?: readonly KeySection[];
}

/** A sort in terms of stored fields; created order if it has no keys. */
export interface Order {
  readonly keys: readonly OrderKey[];
  /** Direction of created order among ties. */
  readonly descending: boolean;
}

/**
 * Consecutive documents in the order of `keys`, then created order. Each has a value for the first
 * of `keys`, unless that has sections.
 */
export interface Run {
  readonly where: Document;
  readonly keys: readonly OrderKey[];
}

/** @param places locations of the keys of the sort's paths */
export function orderOf(
  { keys, descending }: SortKeys,
  places: ReadonlyMap<string, KeyLocation>,
): Order {
  return {
    keys: keys.map(key => ({
      descending: key.descending,
      ...fieldOf(key.by === 'changed' ? undefined : places.get(key.by.path)),
      ...(key.by !== 'changed' && key.by.order && { sections: sectionsOf(key.by.order) }),
    })),
    descending,
  };
}

function fieldOf(place: KeyLocation | undefined): Pick<OrderKey, 'field' | 'empty' | 'hasGaps'> {
  if (place === undefined) return { field: 'pos', empty: undefined };
  if (place.kind === 'own') return { field: orderField(place), empty: undefined };
  return place.kind === 'nothing'
    ? { field: undefined, empty: {} }
    : { field: orderField(place), empty: emptyAt(place), hasGaps: hasGaps(place) };
}

/**
 * Returns the runs of all matching documents in the order of these keys. Those by sections are left
 * to their reader, because several keys with many sections each would be millions of runs.
 */
export function runsOf(keys: readonly OrderKey[], where: Document): Run[] {
  const [key, ...rest] = keys;
  if (key === undefined) return [{ where, keys: [] }];
  if (key.sections && key.field !== undefined) return [{ where, keys }];
  const filled =
    key.field === undefined
      ? []
      : [{ where: { $and: [where, { [key.field]: { $gt: NOTHING } }] }, keys }];
  const empty = key.empty ? runsOf(rest, { $and: [where, key.empty] }) : [];
  return key.descending ? [...filled, ...empty] : [...empty, ...filled];
}

/**
 * Returns the runs after the end of a page: its ties first, then later values of the last key, and
 * so on to the first key.
 */
export function runsAfter(
  { keys, descending }: Order,
  end: End | undefined,
  where: Document,
): Run[] {
  if (end === undefined) return runsOf(keys, where);
  const runs: Run[] = [];
  const values = end.keys.map(String);
  let ties = where;
  for (const [i, key] of keys.entries()) {
    runs.unshift(...runsBehind(keys.slice(i), values[i]!, ties));
    ties = { $and: [ties, tieAt(key, values[i]!)] };
  }
  return [
    { where: { $and: [ties, { s: { [descending ? '$lt' : '$gt']: end.seq } }] }, keys: [] },
    ...runs,
  ];
}

/** Returns the runs after a value of the first key. */
function runsBehind(keys: readonly OrderKey[], value: string, where: Document): Run[] {
  const { field, descending, empty, sections } = keys[0]!;
  if (sections && field !== undefined) return sectionsBehind(keys, sections, value, where);
  const isEmpty = empty !== undefined && value === NOTHING;
  if (isEmpty && descending) return [];
  const filled =
    field === undefined
      ? []
      : [
          {
            where: {
              $and: [
                where,
                { [field]: descending ? { $gt: NOTHING, $lt: value } : { $gt: value } },
              ],
            },
            keys,
          },
        ];
  return [
    ...filled,
    ...(descending && empty ? runsOf(keys.slice(1), { $and: [where, empty] }) : []),
  ];
}

/** The runs of one section: of documents without a value, of a section, or of all others. */
interface SectionRuns {
  readonly runs: readonly Run[];
  readonly where: Document;
}

/** Returns the runs by the sections of the first key, in its direction. */
function sectionRuns(
  [first, ...rest]: readonly OrderKey[],
  sections: readonly KeySection[],
  where: Document,
): SectionRuns[] {
  const { sections: _, ...key } = first!;
  const field = key.field!;
  const within = ({ low, high }: KeySection): Document =>
    low === high ? { [field]: low } : { [field]: { $gte: low, $lte: high } };
  const part = (of: Document, keys: readonly OrderKey[]): SectionRuns => {
    const all = { $and: [where, of] };
    const [next] = keys;
    return { where: all, runs: next === key ? [{ where: all, keys }] : runsOf(keys, all) };
  };
  const keys = [key, ...rest];
  const others = { [field]: { $gt: NOTHING }, $nor: sections.map(within) };
  const parts = [
    key.empty ? part(key.empty, rest) : { runs: [], where: NONE },
    ...sections.map(section => part(within(section), section.low === section.high ? rest : keys)),
    part(sections.length > 0 ? others : { [field]: { $gt: NOTHING } }, keys),
  ];
  return key.descending ? parts.toReversed() : parts;
}

/** Splits a run by the sections of its first key. */
export const sectionsIn = ({ where, keys }: Run): readonly Run[] =>
  sectionRuns(keys, keys[0]?.sections ?? [], where).flatMap(({ runs }) => runs);

const NONE: Document = { _id: { $in: [] } };

/** Returns the runs after a value of a first key that has sections. */
function sectionsBehind(
  keys: readonly OrderKey[],
  sections: readonly KeySection[],
  value: string,
  where: Document,
): Run[] {
  const { field, descending } = keys[0]!;
  const parts = sectionRuns(keys, sections, where);
  const place = sectionAt(sections, value === NOTHING ? null : value) + 1;
  const at = descending ? parts.length - 1 - place : place;
  const section = sections[place - 1];
  const { sections: _, ...key } = keys[0]!;
  // Documents without a value, and those of a section of one text, are ties, which come before.
  const own =
    place === 0 || (section && section.low === section.high)
      ? []
      : [
          {
            where: {
              $and: [parts[at]!.where, { [field!]: { [descending ? '$lt' : '$gt']: value } }],
            },
            keys: [key, ...keys.slice(1)],
          },
        ];
  return [...own, ...parts.slice(at + 1).flatMap(({ runs }) => runs)];
}

const tieAt = ({ field, empty }: OrderKey, value: string): Document =>
  empty && value === NOTHING
    ? empty
    : field === undefined
      ? { _id: { $in: [] } }
      : { [field]: value };
