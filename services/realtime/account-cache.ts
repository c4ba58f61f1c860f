import { accountDocs, type AccountDoc } from '@hzm/projections/features/accounts/accounts';
import type { Engine } from '../core/engine.ts';
import type { BufferedEvent } from './replay-buffer.ts';

const MAX_ACCOUNTS = 10_000;

/** Accounts by id, remembered until the log says something new of them. */
export class AccountCache {
  readonly #engine: Engine;
  readonly #known = new Map<string, AccountDoc | undefined>();
  /** How often something was forgotten: an answer read before that is not remembered. */
  #forgotten = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async get(id: string): Promise<AccountDoc | undefined> {
    if (this.#known.has(id)) return this.#known.get(id);
    const forgotten = this.#forgotten;
    const account = await this.#engine.model.get(accountDocs, id);
    if (this.#known.size >= MAX_ACCOUNTS) this.#known.clear();
    if (forgotten === this.#forgotten) this.#known.set(id, account);
    return account;
  }

  learn({ changes }: Pick<BufferedEvent, 'changes'>): void {
    for (const change of changes) {
      if (change.collection !== accountDocs.name) continue;
      this.#forgotten++;
      if (change.op === 'drop-where') this.#known.clear();
      else this.#known.delete(change.id);
    }
  }
}
