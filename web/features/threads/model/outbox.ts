import type { ThreadRow } from '@hzm/contracts/features/threads/thread';
import {
  idOfEntry,
  readEntries,
  writeEntries,
  type StorageLike,
} from '../../../lib/entry-storage.ts';

/** A message that somebody has sent and the server has not confirmed. */
export interface Unsent {
  /** Names the request, so that it is done once however often it is sent. Rises with time. */
  readonly id: string;
  readonly thread: string;
  /**
   * The thread that the message opens; `thread` then names, in this browser only, the messages that
   * are sent one after another.
   */
  readonly opens?: { readonly projectId: string; readonly title: string; readonly row: ThreadRow };
  readonly content: string;
  readonly replyTo: string | null;
  readonly attachments: readonly { readonly id: string; readonly file_name: string }[];
  /** When it was written, as an ISO time. */
  readonly at: string;
  /** `failed`: the server refuses it; it goes again when its author says so. */
  readonly state: 'waiting' | 'sending' | 'failed';
  /** Why it failed, for a person. */
  readonly reason?: string;
}

export type Outcome =
  | { readonly kind: 'sent' }
  /** Nobody knows, or not now: it goes again by itself, after that many milliseconds. */
  | { readonly kind: 'again'; readonly waitMs: number }
  | { readonly kind: 'refused'; readonly reason: string };

export const added = (all: readonly Unsent[], one: Unsent): readonly Unsent[] => [...all, one];
export const removed = (all: readonly Unsent[], id: string): readonly Unsent[] =>
  all.filter(one => one.id !== id);

const withState = (
  all: readonly Unsent[],
  id: string,
  state: Unsent['state'],
  reason?: string,
): readonly Unsent[] =>
  all.map(one => {
    if (one.id !== id) return one;
    const { reason: _, ...rest } = one;
    return { ...rest, state, ...(reason !== undefined && { reason }) };
  });

/**
 * What goes next: of each thread the first that waits, in the order in which they were written,
 * unless one of it is under way.
 */
export function nextOf(all: readonly Unsent[]): readonly Unsent[] {
  const busy = new Set(all.filter(({ state }) => state === 'sending').map(({ thread }) => thread));
  const first = new Map<string, Unsent>();
  for (const one of all)
    if (one.state === 'waiting' && !busy.has(one.thread) && !first.has(one.thread))
      first.set(one.thread, one);
  return [...first.values()];
}

export const sending = (all: readonly Unsent[], id: string): readonly Unsent[] =>
  withState(all, id, 'sending');
export const again = (all: readonly Unsent[], id: string): readonly Unsent[] =>
  withState(all, id, 'waiting');

/** What the answer to one means. */
export function settled(all: readonly Unsent[], id: string, outcome: Outcome): readonly Unsent[] {
  switch (outcome.kind) {
    case 'sent':
      return removed(all, id);
    case 'again':
      return again(all, id);
    case 'refused':
      return withState(all, id, 'failed', outcome.reason);
  }
}

const prefixOf = (owner: string): string => `hzm-message/${owner}/`;

/** What a person left unsent in this browser, oldest first. */
export const keptUnsent = (storage: StorageLike, owner: string): readonly Unsent[] =>
  readEntries(storage, prefixOf(owner)) as readonly Unsent[];

/** Brings the storage up to date: one entry per message. */
export const keepUnsent = (
  storage: StorageLike,
  owner: string,
  before: readonly Unsent[],
  after: readonly Unsent[],
): void => writeEntries(storage, prefixOf(owner), before, after);

/** The message whose entry this is, if it is one of this person. */
export const unsentIn = (owner: string, key: string | null): string | undefined =>
  idOfEntry(prefixOf(owner), key);
