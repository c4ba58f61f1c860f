import type { CollectionSpec } from '@hzm/services/core/ports/read-model';
import { equalKey, type Key, orderKey } from '../value.ts';

/** Changes whenever what is stored changes its meaning (keys, folding, columns); older files are then built again. */
const FORMAT = 1;

interface DeclaredColumn {
  readonly name: string;
  readonly path: string;
  readonly key: (value: Parameters<typeof orderKey>[0]) => Key;
}

/** How one collection lies in its tables. */
export interface Layout {
  readonly spec: CollectionSpec;
  /** Differs when the tables must be made anew. */
  readonly signature: string;
  readonly columns: readonly DeclaredColumn[];
  /** The columns of each declared index. */
  readonly indexes: readonly (readonly string[])[];
  /** Columns of equal keys and of order keys by path. */
  readonly equal: ReadonlyMap<string, string>;
  readonly order: ReadonlyMap<string, string>;
}

/** A list of one path serves both equality and order, so it gets two indexes. */
export function layoutOf(spec: CollectionSpec): Layout {
  const columns: DeclaredColumn[] = [];
  const equal = new Map<string, string>();
  const order = new Map<string, string>();
  const column = (path: string, names: Map<string, string>, letter: string, key: DeclaredColumn['key']): string => {
    const known = names.get(path);
    if (known !== undefined) return known;
    const name = `${letter}${names.size}`;
    names.set(path, name);
    columns.push({ name, path, key });
    return name;
  };
  const equalColumn = (path: string): string => column(path, equal, 'e', equalKey);
  const orderColumn = (path: string): string => column(path, order, 'o', orderKey);

  const indexes = (spec.indexes ?? []).flatMap(paths => [
    [...paths.slice(0, -1).map(equalColumn), orderColumn(paths.at(-1)!)],
    ...(paths.length === 1 ? [[equalColumn(paths[0]!)]] : []),
  ]);
  return { spec, signature: JSON.stringify([FORMAT, spec]), columns, indexes, equal, order };
}
