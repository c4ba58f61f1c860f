import { summarizeRows } from '@hzm/contracts/features/rows/summary-api';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import type { Field } from '@hzm/contracts/features/tables/table';
import { useEffect, useState } from 'react';
import { send } from '../../../lib/http.ts';
import { isPerson, optionsIn } from '../../../lib/values/choices.ts';
import type { Words } from '../../../lib/values/value-text.ts';
import type { Round } from './use-cards.ts';

const none: readonly string[] = [];

/**
 * Returns the people whom rows name although they are not in the project any more, as retired
 * options. Where rows are too many to be grouped, there are none.
 */
export function useFormerPeople(
  tableId: string,
  field: Field,
  { former = '' }: Words,
  round: Round,
): readonly FieldOption[] {
  const [named, setNamed] = useState(none);
  const isOfPeople = isPerson(field.type);
  useEffect(() => {
    if (!isOfPeople) return undefined;
    const gone = new AbortController();
    send(
      summarizeRows,
      {
        params: { tableId },
        query: { fieldKey: 'id' },
        body: { values: [], group: { field: field.id } },
      },
      { signal: gone.signal, waitFor: round.position ?? undefined },
    ).then(
      ({ data }) =>
        setNamed(
          (data.summary.groups ?? []).flatMap(({ key }) => (typeof key === 'string' ? [key] : [])),
        ),
      () => {
        if (!gone.signal.aborted) setNamed(none);
      },
    );
    return () => gone.abort();
  }, [isOfPeople, tableId, field.id, round]);
  if (!field.validation.options) return [];
  const present = new Set(optionsIn(field).map(({ id }) => id));
  return named
    .filter(id => !present.has(id))
    .map(id => ({ id, name: former, color: 'gray', retired: true }));
}
