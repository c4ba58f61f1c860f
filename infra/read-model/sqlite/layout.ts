import type { Json } from '@hzm/contracts/core/json';
import type { CollectionSpec } from '@hzm/services/core/ports/read-model';
import { orderKey } from '@hzm/services/core/ports/value';
import type { Param } from './statements.ts';
import { storedEqual, storedKey, storedMoment, storedPosition } from './stored.ts';

/** Version of the stored form (keys, folding, columns); older files are rebuilt. */
const FORMAT = 4;

interface DeclaredColumn {
  readonly name: string;
  readonly path: string;
  readonly stored: (value: Json | undefined) => Param;
}

/** Kind of value that a column restores. */
export type Kind = 'id' | 'position' | 'key';

/** A column that may restore a member's value exactly. */
export interface Teller {
  readonly column: string;
  readonly kind: Kind;
}

export interface Layout {
  readonly spec: CollectionSpec;
  /** Identifies the stored form; a different one means that the tables are rebuilt. */
  readonly signature: string;
  readonly columns: readonly DeclaredColumn[];
  readonly indexes: readonly (readonly string[])[];
  /** Columns of equal keys and of order keys, by path; positions have one column for both. */
  readonly equal: ReadonlyMap<string, string>;
  readonly order: ReadonlyMap<string, string>;
  /** Columns of timestamps, by path. */
  readonly moments: ReadonlyMap<string, string>;
  /** Columns of ids, as bytes, by path. */
  readonly ids: ReadonlyMap<string, string>;
  /**
   * Columns, by member, whose values a document's text omits. Empty for collections whose members
   * all have columns, because those documents are read in large numbers.
   */
  readonly tellers: ReadonlyMap<string, Teller>;
  /** The columns that make up a document: its text and its tellers. */
  readonly documentColumns: string;
}

/**
 * A list of one path serves both equality and order, so it gets two indexes, except for positions.
 */
export function layoutOf(spec: CollectionSpec): Layout {
  const columns: DeclaredColumn[] = [];
  const equal = new Map<string, string>();
  const order = new Map<string, string>();
  const tellers = new Map<string, Teller>(
    spec.indexMembersOf === undefined ? [['id', { column: 'id', kind: 'id' }]] : [],
  );
  const column = (
    path: string,
    names: Map<string, string>,
    letter: string,
    stored: DeclaredColumn['stored'],
    kind?: Kind,
  ): string => {
    const known = names.get(path);
    if (known !== undefined) return known;
    const name = `${letter}${names.size}`;
    names.set(path, name);
    columns.push({ name, path, stored });
    if (
      kind !== undefined &&
      spec.indexMembersOf === undefined &&
      !path.includes('.') &&
      !tellers.has(path)
    )
      tellers.set(path, { column: name, kind });
    return name;
  };
  const positionColumn = (path: string): string => {
    const name = column(path, order, 'o', storedPosition, 'position');
    equal.set(path, name);
    return name;
  };
  const isPosition = (path: string): boolean => spec.positions?.includes(path) ?? false;
  const equalColumn = (path: string): string =>
    isPosition(path) ? positionColumn(path) : column(path, equal, 'e', storedEqual, 'key');
  const orderColumn = (path: string): string =>
    isPosition(path)
      ? positionColumn(path)
      : column(path, order, 'o', value => storedKey(orderKey(value)));

  const indexes = (spec.indexes ?? []).flatMap(paths => [
    [...paths.slice(0, -1).map(equalColumn), orderColumn(paths.at(-1)!)],
    ...(paths.length === 1 && !isPosition(paths[0]!) ? [[equalColumn(paths[0]!)]] : []),
  ]);
  const own = addOwnColumns(columns, spec);
  // Owners are checked, not stored.
  const { owner: _, ...kept } = spec;
  const signature = JSON.stringify([FORMAT, kept]);
  const documentColumns = ['doc', ...tellers.values().map(({ column: name }) => name)].join(', ');
  return { spec, signature, columns, indexes, equal, order, ...own, tellers, documentColumns };
}

/** Adds the columns that serve both equality and order. */
function addOwnColumns(
  columns: DeclaredColumn[],
  spec: CollectionSpec,
): Pick<Layout, 'moments' | 'ids'> {
  const moments = new Map((spec.moments ?? []).map((path, no) => [path, `m${no}`]));
  for (const [path, name] of moments) columns.push({ name, path, stored: storedMoment });
  const ids = new Map((spec.ids ?? []).map((path, no) => [path, `u${no}`]));
  for (const [path, name] of ids) columns.push({ name, path, stored: storedEqual });
  return { moments, ids };
}
