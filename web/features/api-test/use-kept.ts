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

/** A person's history or saved calls in this browser. */
export function useKept(list: 'history' | 'saved', owner: string): Kept {
  const key = `hzm-api-${list}/${owner}`;
  const [calls, setCalls] = useState(() => readKept(localStorage, key));
  // Another tab may have added calls since.
  const change = (next: (before: readonly KeptCall[]) => readonly KeptCall[]): void => {
    const after = next(readKept(localStorage, key));
    writeKept(localStorage, key, after);
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
