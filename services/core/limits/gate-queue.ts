import type { Source } from './source.ts';

export interface Waiter {
  readonly source: Source;
  readonly size: number;
  readonly enter: () => void;
  readonly refuse: () => void;
}

/** Waiters in order of arrival, whose first, last and number are known without looking at each. */
class Line {
  readonly #all = new Set<Waiter>();
  /** Those that have left are taken out when they are met, or outnumber the others. */
  #arrived: Waiter[] = [];

  get size(): number {
    return this.#all.size;
  }

  get first(): Waiter | undefined {
    const [first] = this.#all;
    return first;
  }

  get last(): Waiter | undefined {
    while (this.#arrived.length > 0 && !this.#all.has(this.#arrived.at(-1)!)) this.#arrived.pop();
    return this.#arrived.at(-1);
  }

  add(waiter: Waiter): void {
    this.#all.add(waiter);
    this.#arrived.push(waiter);
  }

  delete(waiter: Waiter): void {
    this.#all.delete(waiter);
    if (this.#arrived.length > 2 * this.#all.size + 16) this.#arrived = [...this.#all];
  }
}

/** The longest of several lines. */
type Longest = Pick<Line, 'size' | 'last'>;

/** The waiters of one account, and of its members. */
interface OfAccount {
  readonly all: Line;
  readonly members: Map<string, Line>;
}

const longestOf = (lines: IteratorObject<Line>): Longest =>
  lines.reduce((a, b) => (b.size > a.size ? b : a), new Line());

/** Work that waits at a gate. Thousands may wait, so that nothing here looks at each of them. */
export class GateQueue {
  readonly #accounts = new Map<string, OfAccount>();
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
    return this.#accounts.get(account)?.all.size ?? 0;
  }

  lengthOfMember({ account, member }: Source): number {
    return this.#accounts.get(account)?.members.get(member)?.size ?? 0;
  }

  /** Whether another member of the account waits. */
  hasOther({ account, member }: Source): boolean {
    const members = this.#accounts.get(account)?.members;
    return members !== undefined && members.size > (members.has(member) ? 1 : 0);
  }

  add(waiter: Waiter): void {
    const { account, member } = waiter.source;
    const known = this.#accounts.get(account) ?? { all: new Line(), members: new Map() };
    this.#accounts.set(account, known);
    known.all.add(waiter);
    const own = known.members.get(member) ?? new Line();
    known.members.set(member, own);
    own.add(waiter);
    this.#ranks.set(waiter, ++this.#arrived);
  }

  remove(waiter: Waiter): void {
    const { account, member } = waiter.source;
    if (!this.#ranks.delete(waiter)) return;
    const { all, members } = this.#accounts.get(account)!;
    const own = members.get(member)!;
    own.delete(waiter);
    all.delete(waiter);
    if (own.size === 0) members.delete(member);
    if (all.size === 0) this.#accounts.delete(account);
  }

  /** Returns the first waiter of an account: of the members with the least work, who came first. */
  first(account: string, workOf: (source: Source) => number): Waiter | undefined {
    let best: { readonly waiter: Waiter; readonly work: number; readonly rank: number } | undefined;
    for (const { first } of this.#accounts.get(account)?.members.values() ?? []) {
      const waiter = first!;
      const one = { waiter, work: workOf(waiter.source), rank: this.#ranks.get(waiter)! };
      if (!best || one.work < best.work || (one.work === best.work && one.rank < best.rank))
        best = one;
    }
    return best?.waiter;
  }

  /** Returns the waiters of the account with the most. */
  largestAccount(): Longest {
    return longestOf(this.#accounts.values().map(({ all }) => all));
  }

  /** Returns the waiters of the member of an account with the most. */
  largestMember(account: string): Longest {
    return longestOf(this.#accounts.get(account)?.members.values() ?? Iterator.from([]));
  }
}
