import type { Relationship } from '@hzm/contracts/features/tables/relationship';
import { use, useEffect, useEffectEvent, useState } from 'react';
import { RelatedContext, type RelatedRow } from './use-related.ts';

/** Time that the keyboard rests before rows are looked for, in milliseconds. */
const REST_MS = 150;

interface Found {
  readonly text: string;
  readonly found: readonly RelatedRow[];
  readonly status: 'ready' | 'failed' | 'targetDeleted';
}

const none: readonly RelatedRow[] = [];

/** The first rows of a target that fit a typed text; the earlier ones until they are there. */
export function useFound(
  relationship: Relationship,
  text: string,
  open: boolean,
): { readonly found: readonly RelatedRow[]; readonly status: 'reading' | Found['status'] } {
  const related = use(RelatedContext);
  const [last, setLast] = useState<Found>();
  const wanted = text.trim();
  const find = useEffectEvent((signal: AbortSignal) => related?.find(relationship, wanted, signal));
  useEffect(() => {
    if (!open) return undefined;
    const gone = new AbortController();
    const look = async (): Promise<void> => {
      try {
        const rows = await find(gone.signal);
        if (!gone.signal.aborted)
          setLast({ text: wanted, found: rows ?? none, status: rows ? 'ready' : 'targetDeleted' });
      } catch {
        if (!gone.signal.aborted) setLast({ text: wanted, found: none, status: 'failed' });
      }
    };
    const timer = setTimeout(() => void look(), wanted === '' ? 0 : REST_MS);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [open, wanted, relationship.id]);
  return last?.text === wanted
    ? last
    : { found: wanted === '' ? none : (last?.found ?? none), status: 'reading' };
}
