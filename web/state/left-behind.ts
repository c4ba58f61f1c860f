/** Storage prefixes of a person's unsent data: row changes, messages, drafts of messages. */
const leftKinds = { changes: 'hzm-op', messages: 'hzm-message', drafts: 'hzm-draft' } as const;
export type Left = Readonly<Record<keyof typeof leftKinds, number>>;

type StorageLike = Pick<Storage, 'removeItem' | 'key' | 'length'>;

const keysOf = (storage: StorageLike, kind: keyof Left, owner: string): readonly string[] =>
  Array.from({ length: storage.length }, (_, at) => storage.key(at)!).filter(key =>
    key.startsWith(`${leftKinds[kind]}/${owner}/`),
  );

/** Returns the number of unsent entries by kind; null if there are none. */
export function leftBehind(storage: StorageLike, owner: string): Left | null {
  const count = (kind: keyof Left): number => keysOf(storage, kind, owner).length;
  const left = { changes: count('changes'), messages: count('messages'), drafts: count('drafts') };
  return left.changes + left.messages + left.drafts === 0 ? null : left;
}

/** Deletes all unsent data of a person. Open pages still have it in memory. */
export function forgetLeft(storage: StorageLike, owner: string): void {
  for (const kind of Object.keys(leftKinds) as (keyof Left)[])
    for (const key of keysOf(storage, kind, owner)) storage.removeItem(key);
}
