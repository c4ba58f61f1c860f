import type { Source } from './source.ts';

export interface Waiter {
  readonly source: Source;
  readonly size: number;
  readonly enter: () => void;
  readonly refuse: () => void;
}

/** Waiters of one account by member, in order of arrival. */
type Members = ReadonlyMap<string, ReadonlySet<Waiter>>;

const sizeOf = (members: Members | undefined): number =>
  members?.values().reduce((sum, { size }) => sum + size, 0) ?? 0;

/** Work that waits at a gate. Thousands may wait, so that nothing here looks at each of them. */
export class GateQueue {
  readonly #accounts = new Map<string, Map<string, Set<Waiter>>>();
  /** The ranks of waiters in order of arrival. */
  readonly #ranks = new Map<Waiter, number>();
  #arrived = 0;

  get length(): number {
    return this.#ranks.size;
  }

  /** Names of the accounts that wait. */
  get accounts(): IteratorObject<string> {
    return this.#accounts.keys();
  }

  has(account: string): boolean {
    return this.#accounts.has(account);
  }

  lengthOf(account: string): number {
    return sizeOf(this.#accounts.get(account));
  }

  lengthOfMember({ account, member }: Source): number {
    return this.#accounts.get(account)?.get(member)?.size ?? 0;
  }

  /** Whether another member of the account waits. */
  hasOther({ account, member }: Source): boolean {
    const members = this.#accounts.get(account);
    return members !== undefined && members.size > (members.has(member) ? 1 : 0);
  }

  add(waiter: Waiter): void {
    const { account, member } = waiter.source;
    const members = this.#accounts.get(account) ?? new Map<string, Set<Waiter>>();
    const own = members.get(member) ?? new Set();
    this.#accounts.set(account, members.set(member, own.add(waiter)));
    this.#ranks.set(waiter, ++this.#arrived);
  }

  remove(waiter: Waiter): void {
    const { account, member } = waiter.source;
    if (!this.#ranks.delete(waiter)) return;
    const members = this.#accounts.get(account)!;
    const own = members.get(member)!;
    own.delete(waiter);
    if (own.size === 0) members.delete(member);
    if (members.size === 0) this.#accounts.delete(account);
  }

  /** Returns the first waiter of an account: of the members with the least work, who came first. */
  first(account: string, workOf: (source: Source) => number): Waiter | undefined {
    let best: { readonly waiter: Waiter; readonly work: number; readonly rank: number } | undefined;
    for (const own of this.#accounts.get(account)?.values() ?? []) {
      const [waiter] = own;
      const one = {
        waiter: waiter!,
        work: workOf(waiter!.source),
        rank: this.#ranks.get(waiter!)!,
      };
      if (!best || one.work < best.work || (one.work === best.work && one.rank < best.rank))
        best = one;
    }
    return best?.waiter;
  }

  /** Returns the waiters of the account with the most. */
  largestAccount(): readonly Waiter[] {
    const largest = this.#accounts
      .values()
      .reduce<Members | undefined>((a, b) => (sizeOf(b) > sizeOf(a) ? b : a), undefined);
    return [...(largest?.values() ?? [])]
      .flatMap(own => [...own])
      .toSorted((a, b) => this.#ranks.get(a)! - this.#ranks.get(b)!);
  }

  /** Returns the waiters of the member of an account with the most. */
  largestMember(account: string): readonly Waiter[] {
    const members = [...(this.#accounts.get(account)?.values() ?? [])];
    return [...members.reduce((a, b) => (b.size > a.size ? b : a), new Set<Waiter>())];
  }
}
