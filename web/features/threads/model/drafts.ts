/** What somebody has written to a thread and not sent. */
export interface Draft {
  readonly content: string;
  /** The message that it answers. */
  readonly replyTo: string | null;
}

export const noDraft: Draft = { content: '', replyTo: null };

type StorageLike = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (owner: string, thread: string): string => `hzm-draft/${owner}/${thread}`;

/** The draft of a person for a thread, as it was left in this browser. */
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

/** Keeps a draft; an empty one is forgotten. A full storage costs only the reload. */
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
    /* It is still in the page. */
  }
}
