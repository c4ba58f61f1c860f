export interface Draft {
  readonly content: string;
  /** The message that it answers. */
  readonly replyTo: string | null;
}

export const noDraft: Draft = { content: '', replyTo: null };

type StorageLike = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (owner: string, thread: string): string => `hzm-draft/${owner}/${thread}`;

/** Returns a person's draft for a thread in this browser. */
export function draftOf(storage: StorageLike, owner: string, thread: string): Draft {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(owner, thread)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return noDraft;
    const { content, replyTo } = kept as Partial<Draft>;
    return {
      content: typeof content === 'string' ? content : '',
      replyTo: typeof replyTo === 'string' ? replyTo : null,
    };
  } catch {
    return noDraft;
  }
}

/**
 * Stores a draft, or removes an empty one. If the storage is full, the draft only fails to survive
 * a reload.
 */
export function keepDraft(
  storage: StorageLike,
  owner: string,
  thread: string,
  { content, replyTo }: Draft,
): void {
  try {
    if (content === '' && replyTo === null) storage.removeItem(keyOf(owner, thread));
    else storage.setItem(keyOf(owner, thread), JSON.stringify({ content, replyTo }));
  } catch {
    /* The draft is still in the page. */
  }
}
