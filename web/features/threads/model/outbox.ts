import type { ThreadRow } from '@hzm/contracts/features/threads/thread';

/** A message that somebody has sent and the server has not confirmed. */
export interface Unsent {
  /** Names the request, so that it is done once however often it is sent. Rises with time. */
  readonly id: string;
  readonly thread: string;
  /** The thread that the message opens; `thread` then names, in this browser only, the messages that are sent one after another. */
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
export const removed = (all: readonly Unsent[], id: string): readonly Unsent[] => all.filter(one => one.id !== id);

const withState = (all: readonly Unsent[], id: string, state: Unsent['state'], reason?: string): readonly Unsent[] => all.map(one => {
  if (one.id !== id) return one;
  const { reason: _, ...rest } = one;
  return { ...rest, state, ...(reason !== undefined && { reason }) };
});

/** What goes next: of each thread the first that waits, in the order in which they were written, unless one of it is under way. */
export function nextOf(all: readonly Unsent[]): readonly Unsent[] {
  const busy = new Set(all.filter(({ state }) => state === 'sending').map(({ thread }) => thread));
  const first = new Map<string, Unsent>();
  for (const one of all) if (one.state === 'waiting' && !busy.has(one.thread) && !first.has(one.thread)) first.set(one.thread, one);
  return [...first.values()];
}

export const sending = (all: readonly Unsent[], id: string): readonly Unsent[] => withState(all, id, 'sending');
export const again = (all: readonly Unsent[], id: string): readonly Unsent[] => withState(all, id, 'waiting');

/** What the answer to one means. */
export function settled(all: readonly Unsent[], id: string, outcome: Outcome): readonly Unsent[] {
  switch (outcome.kind) {
    case 'sent': return removed(all, id);
    case 'again': return again(all, id);
    case 'refused': return withState(all, id, 'failed', outcome.reason);
  }
}

type StorageLike = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const prefixOf = (owner: string): string => `hzm-message/${owner}/`;

/** What a person left unsent in this browser, oldest first. What was under way waits again: nobody knows how it ended. */
export function keptUnsent(storage: StorageLike, owner: string): readonly Unsent[] {
  const prefix = prefixOf(owner);
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at)!).filter(key => key.startsWith(prefix)).toSorted();
  return keys.flatMap(key => {
    try {
      const one = JSON.parse(storage.getItem(key)!) as Unsent;
      return [one.state === 'sending' ? { ...one, state: 'waiting' as const } : one];
    } catch {
      return [];
    }
  });
}

/** Keeps what has changed, one entry for each, so that two tabs do not overwrite each other. A full storage costs only the reload. */
export function keepUnsent(storage: StorageLike, owner: string, before: readonly Unsent[], after: readonly Unsent[]): void {
  const [known, kept] = [new Set(before), new Set(after.map(({ id }) => id))];
  for (const { id } of before) if (!kept.has(id)) storage.removeItem(prefixOf(owner) + id);
  for (const one of after) {
    if (known.has(one)) continue;
    try {
      storage.setItem(prefixOf(owner) + one.id, JSON.stringify(one));
    } catch {
      return;
    }
  }
}

/** The message whose entry this is, if it is one of this person. */
export const unsentIn = (owner: string, key: string | null): string | undefined => (key?.startsWith(prefixOf(owner)) ? key.slice(prefixOf(owner).length) : undefined);
