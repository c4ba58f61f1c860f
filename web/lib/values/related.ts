import type { Json } from '@hzm/contracts/core/json';
import type { Relationship } from '@hzm/contracts/features/tables/relationship';
import type { Field } from '@hzm/contracts/features/tables/table';
import { splitNames } from './choices.ts';

/** The texts of related rows, as far as they are known. */
export interface RelatedRows {
  /** The text of a row; null: it was deleted; undefined: it is not read yet, and will be. */
  readonly nameOf: (relationship: Relationship, id: string) => string | null | undefined;
  /** The only known row with a text; undefined if there is none or several. */
  readonly idOf: (relationship: Relationship, text: string) => string | undefined;
  /** Stands for a deleted row. */
  readonly deleted: string;
}

type Related = Partial<Pick<Field, 'relationships'>>;

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isRowId = (value: unknown): value is string =>
  typeof value === 'string' && ID.test(value);

/** Returns the relationship of a field; it has one at most. */
export const relationshipOf = ({ relationships }: Related): Relationship | undefined =>
  relationships?.[0];

export const isToMany = (shape: Related): boolean =>
  relationshipOf(shape)?.relationshipType === 'many-to-many';

/** Whether a value has the form of its relationship: the id of a row, or a list of them. */
export const holdsRelated = (value: Json, shape: Related): boolean =>
  isToMany(shape) ? Array.isArray(value) && value.every(isRowId) : isRowId(value);

/** Returns the ids in a value that `holdsRelated`. */
export const idsIn = (value: Json): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter(isRowId);

/** An id at the beginning of a draft, and the comma behind it. */
const FIRST_ID = /^\s*([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\s*(?:,|$)/i;

/** A draft as the ids of chosen rows, and the text at its end that is still being typed. */
export function draftParts(draft: string): {
  readonly ids: readonly string[];
  readonly typed: string;
} {
  const ids: string[] = [];
  let rest = draft;
  for (let found = FIRST_ID.exec(rest); found; found = FIRST_ID.exec(rest)) {
    ids.push(found[1]!.toLowerCase());
    rest = rest.slice(found[0].length);
  }
  return { ids, typed: rest.trimStart() };
}

export const draftOfIds = (ids: readonly string[], typed = ''): string =>
  [...ids, ...(typed === '' ? [] : [typed])].join(',');

/** Returns the ids that a text names, by ids or by texts of rows; undefined if one is unknown. */
export function idsFrom(
  text: string,
  shape: Related,
  rows: RelatedRows | undefined,
): readonly string[] | undefined {
  const relationship = relationshipOf(shape)!;
  const idOf = (part: string): string | undefined =>
    isRowId(part) ? part.toLowerCase() : rows?.idOf(relationship, part);
  const whole = idOf(text);
  if (whole !== undefined || !isToMany(shape)) return whole === undefined ? undefined : [whole];
  const ids = splitNames(text).map(idOf);
  return ids.every(id => id !== undefined) ? [...new Set(ids)] : undefined;
}
