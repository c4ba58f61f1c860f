import type { Draft } from './draft.ts';

/** A call in the history, or a saved one. Holds no secrets and no answer. */
export interface KeptCall {
  readonly id: string;
  /** Time in milliseconds. */
  readonly at: number;
  readonly draft: Draft;
  /** Status of the answer; absent for saved calls and without an answer. */
  readonly status?: number | undefined;
  readonly ms?: number | undefined;
}

/** Maximum calls of each list. */
export const MAX_KEPT = 50;
/** Bounds the characters of a kept body; a longer one is kept as none. */
export const MAX_BODY = 8_000;

type StorageLike = Pick<Storage, 'getItem' | 'setItem'>;

/** Whether a stored value is a kept call: another version may have written it. */
function isKept(value: unknown): value is KeptCall {
  const { id, at, draft } = (value ?? {}) as Partial<KeptCall>;
  return (
    typeof id === 'string' &&
    typeof at === 'number' &&
    typeof draft?.operationId === 'string' &&
    typeof draft.body === 'string' &&
    typeof draft.values === 'object' &&
    draft.values !== null
  );
}

export function readKept(storage: StorageLike, key: string): readonly KeptCall[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKept).slice(0, MAX_KEPT) : [];
  } catch {
    return [];
  }
}

/** Stores calls; if the storage is full, they only fail to survive a reload. */
export function writeKept(storage: StorageLike, key: string, calls: readonly KeptCall[]): void {
  try {
    storage.setItem(key, JSON.stringify(calls));
  } catch {
    // The list on the screen is still right.
  }
}

/** Returns the calls with another one in front, at most `MAX_KEPT`. */
export const withKept = (calls: readonly KeptCall[], call: KeptCall): readonly KeptCall[] =>
  [
    call.draft.body.length > MAX_BODY ? { ...call, draft: { ...call.draft, body: '' } } : call,
    ...calls,
  ].slice(0, MAX_KEPT);
