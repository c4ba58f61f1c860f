import { queryRows } from '@hzm/contracts/features/rows/api';
import { useEffect, useState } from 'react';
import { send } from '../../../lib/http.ts';
import { watch } from '../../../realtime/socket.ts';
import type { PointingField } from './pointing-fields.ts';

/** A field with the number of its rows that point to some rows. */
export interface Pointing extends PointingField {
  readonly count: number;
}

/** Rows whose pointing rows are counted; the server judges all of them. */
const MAX_COUNTED = 20;
/** Changes within this time are counted together, in milliseconds. */
const GATHER_MS = 500;

/** The condition of rows whose field holds one of these ids; lists are searched for one id. */
const holding = ({ relationship }: PointingField, rowIds: readonly string[]) =>
  relationship.relationshipType === 'many-to-many' ? rowIds[0]! : { in: [...rowIds] };

async function countOf(
  field: PointingField,
  rowIds: readonly string[],
  signal: AbortSignal,
): Promise<Pointing> {
  const isList = field.relationship.relationshipType === 'many-to-many';
  const asked = isList ? rowIds.map(id => [id]) : [rowIds];
  const counts = await Promise.all(
    asked.map(async ids => {
      const { data } = await send(
        queryRows,
        {
          params: { tableId: field.tableId },
          query: { fieldKey: 'id' },
          body: {
            page: 1,
            limit: 1,
            count: 'exact',
            order: ['asc'],
            filter: { [field.relationship.sourceFieldId]: holding(field, ids) },
          },
        },
        { signal },
      );
      return data.pagination.total ?? 0;
    }),
  );
  return { ...field, count: counts.reduce((sum, count) => sum + count, 0) };
}

interface Counted {
  readonly rowIds: string;
  readonly pointing: readonly Pointing[] | null;
  readonly failed: boolean;
}

const nothing: Omit<Counted, 'rowIds'> = { pointing: [], failed: false };
const unread: Omit<Counted, 'rowIds'> = { pointing: null, failed: false };

/** Counts the rows that point to some rows, by field, live; `pointing` is null while it reads. */
export function usePointing(
  fields: readonly PointingField[],
  rowIds: readonly string[],
): Omit<Counted, 'rowIds'> {
  const [counted, setCounted] = useState<Counted>();
  const [round, setRound] = useState(0);
  const key = rowIds.slice(0, MAX_COUNTED).join();
  const isAsked = key !== '' && fields.length > 0;
  useEffect(() => {
    if (!isAsked) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setRound(before => before + 1);
      }, GATHER_MS);
    };
    const sources = [...new Set(fields.map(({ tableId }) => tableId))];
    const ends = sources.map(id => watch(`table:${id}`, { onChanges: later, onRefetch: later }));
    return () => {
      clearTimeout(timer);
      for (const end of ends) end();
    };
  }, [isAsked, fields]);
  useEffect(() => {
    if (!isAsked) return undefined;
    const gone = new AbortController();
    Promise.all(fields.map(field => countOf(field, key.split(','), gone.signal))).then(
      all => {
        const pointing = all.filter(({ count }) => count > 0);
        setCounted({ rowIds: key, pointing, failed: false });
      },
      () => {
        if (!gone.signal.aborted) setCounted({ rowIds: key, pointing: null, failed: true });
      },
    );
    return () => gone.abort();
  }, [isAsked, fields, key, round]);
  if (!isAsked) return nothing;
  return counted?.rowIds === key ? counted : unread;
}
