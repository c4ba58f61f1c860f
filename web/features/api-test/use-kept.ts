import { newId } from '@hzm/contracts/core/ids';
import { useState } from 'react';
import type { Draft } from './draft.ts';
import { readKept, withKept, writeKept, type KeptCall } from './kept-calls.ts';

export interface Kept {
  readonly calls: readonly KeptCall[];
  readonly add: (draft: Draft, answer?: { readonly status: number; readonly ms: number }) => void;
  readonly remove: (id: string) => void;
  readonly clear: () => void;
}

/** A person's saved calls in this browser, or the history of this tab's session. */
export function useKept(list: 'history' | 'saved', owner: string): Kept {
  const key = `hzm-api-${list}/${owner}`;
  // The bodies that were sent go with the session.
  const storage = list === 'history' ? sessionStorage : localStorage;
  const [calls, setCalls] = useState(() => readKept(storage, key));
  // Another tab may have saved calls since.
  const change = (next: (before: readonly KeptCall[]) => readonly KeptCall[]): void => {
    const after = next(readKept(storage, key));
    writeKept(storage, key, after);
    setCalls(after);
  };
  return {
    calls,
    add: (draft, answer) =>
      change(before =>
        withKept(before, {
          id: newId(),
          at: Date.now(),
          draft,
          status: answer?.status,
          ms: answer?.ms,
        }),
      ),
    remove: id => change(before => before.filter(one => one.id !== id)),
    clear: () => change(() => []),
  };
}
