import { type Json } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import type { Relationship } from '@hzm/contracts/features/tables/relationship';
import type { Field } from '@hzm/contracts/features/tables/table';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import type { Request } from '@hzm/services/core/commands/request';
import type { Engine } from '@hzm/services/core/engine';
import type { Asker } from '@hzm/services/core/ports/read-model';
import { pages } from '@hzm/services/core/read-model/pages';

/** Bounds of a page of rows that are only looked up. */
export const LOOKED_UP = { limit: 200, bytes: { most: 1_048_576 } };
export const IDS_AT_ONCE = 200;
/** A field with its relationship. */
export interface Related {
  readonly field: Field;
  readonly relationship: Relationship;
}

export const relatedFields = (fields: readonly Field[]): readonly Related[] =>
  fields.flatMap(field =>
    field.relationships.map((relationship): Related => ({ field, relationship })),
  );

/** Returns the row ids in a value of a related field. */
export const targetIds = (value: Json | undefined): readonly string[] =>
  typeof value === 'string' && value !== ''
    ? [value]
    : Array.isArray(value)
      ? value.filter(one => typeof one === 'string')
      : [];

/** The read model, whose turns its queries take, and the end of their time. */
export interface Reader extends Pick<Engine, 'model'>, Asker {
  readonly signal?: AbortSignal | undefined;
}
export const readerFor = (
  { model }: Pick<Engine, 'model'>,
  { account, actor, signal }: Pick<Request, 'account' | 'actor' | 'signal'>,
): Reader => ({ model, by: account ?? actor, signal });

/** @throws Problem NOT_READY once the time of the request is over */
export const wanted = ({ signal }: Reader): void => {
  if (signal?.aborted) throw new Problem('NOT_READY', { retryAfter: 1 });
};

/** Reads rows of a table by their ids. */
export async function* rowsById(reader: Reader, tableId: string, ids: readonly string[]) {
  const { model, by, left } = reader;
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE)
    for await (const docs of pages(model, {
      ...LOOKED_UP,
      collection: rowDocs,
      partition: tableId,
      ids: ids.slice(from, from + IDS_AT_ONCE),
      by,
      ...(left && { left }),
    })) {
      wanted(reader);
      yield* docs;
    }
}
