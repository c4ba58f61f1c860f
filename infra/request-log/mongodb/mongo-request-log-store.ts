import {
  FORGOTTEN_MS,
  type LogBounds,
  type LogEntry,
  type LogKind,
  type LogQuery,
  type RequestLogStore,
} from '@hzm/services/core/ports/request-log-store';
import { type Collection, type Db, type Filter, openDatabase } from '../../mongodb/database.ts';
import { askMongo, duplicatesIn, isIndexGone } from '../../mongodb/failure.ts';
import { isAsked, kindKey, kindOf, saying, TRIMMED } from '../kinds.ts';
import { BY_ACCOUNT, Holders } from './holders.ts';

interface Stored extends Omit<LogEntry, 'id' | keyof LogKind> {
  readonly _id: string;
  readonly kind: string;
}
interface StoredKind extends LogKind {
  readonly _id: string;
}
/** An account or project whose entries were removed. */
interface Forgotten {
  readonly _id: string;
  readonly at: Date;
}

/** Bounds a query, in milliseconds. */
const MOST_MS = 5_000;
/** Milliseconds for which the kinds that other processes added may be unknown. */
const KINDS_MS = 1_000;
/** The name of the index of accounts up to version 0.7.0. */
const FORMER_BY_ACCOUNT = 'account_1__id_1';

/** Options that have a query of an account read its index. */
const hinted = ({ account }: LogQuery) => (account === undefined ? {} : { hint: BY_ACCOUNT });

/** A request log in MongoDB. Entries name their kind by its words, which few share. */
export class MongoRequestLogStore implements RequestLogStore {
  // Ids are texts, in four indexes, too.
  readonly bytesOfEntry = 800;
  readonly #database: Db;
  readonly #entries: Collection<Stored>;
  readonly #kinds: Collection<StoredKind>;
  readonly #forgotten: Collection<Forgotten>;
  readonly #holders: Holders;
  readonly #known = new Map<string, LogKind>();
  #readAt = -Infinity;
  #indexed: Promise<unknown> | undefined;

  constructor(address: string) {
    this.#database = openDatabase(address);
    // A power cut may lose the entries of a few seconds.
    const lax = { writeConcern: { w: 1, journal: false } } as const;
    this.#entries = this.#database.collection('request-log', lax);
    this.#holders = new Holders(this.#database.collection('request-log', lax));
    this.#kinds = this.#database.collection('request-log-kinds', lax);
    this.#forgotten = this.#database.collection('request-log-forgotten');
  }

  add(entries: readonly LogEntry[]): Promise<void> {
    return askMongo(async () => {
      await this.#index();
      const gone = await this.#forgottenOf(entries);
      const kept = entries.filter(
        ({ account, project }) => !gone.has(account) && !gone.has(project),
      );
      if (kept.length === 0) return;
      await this.#addKinds(kept.map(kindOf));
      const stored = kept.map((entry): Stored => {
        const { id, actor, account, project, request, position, ms, bytes } = entry;
        const kind = kindKey(kindOf(entry));
        return { _id: id, kind, actor, account, project, request, position, ms, bytes };
      });
      await this.#entries.insertMany(stored, { ordered: false }).catch((error: unknown) => {
        if (duplicatesIn(error) === undefined) throw error;
      });
      // Another process may have forgotten some meanwhile, before they were there to be removed.
      const late = await this.#forgottenOf(kept);
      if (late.size > 0) await this.#removeOf([...late], [...late]);
    });
  }

  find(query: LogQuery, limit: number): Promise<readonly LogEntry[]> {
    return askMongo(async () => {
      await this.#index();
      const filter = await this.#filterOf(query);
      const found = await this.#entries
        .find(filter, { maxTimeMS: MOST_MS, ...hinted(query) })
        .sort({ _id: -1 })
        .limit(limit)
        .toArray();
      return found.map(({ _id, kind, ...more }) => ({
        ...this.#known.get(kind)!,
        ...more,
        id: _id,
      }));
    });
  }

  count(query: LogQuery, most: number): Promise<number> {
    return askMongo(async () => {
      await this.#index();
      return this.#entries.countDocuments(await this.#filterOf(query), {
        limit: most,
        maxTimeMS: MOST_MS,
        ...hinted(query),
      });
    });
  }

  trim({ before, most }: LogBounds): Promise<number> {
    return askMongo(async () => {
      const old = await this.#remove({ _id: { $lt: before } }, TRIMMED);
      if (old > 0) return old;
      await this.#index();
      const total = await this.#entries.estimatedDocumentCount();
      if (total <= most) return 0;
      for (;;) {
        const largest = await this.#holders.largest();
        if (largest === undefined) return 0;
        const { account, lead } = largest;
        const removed = await this.#remove({ account }, Math.min(total - most, lead, TRIMMED));
        if (removed > 0) return removed;
        this.#holders.none(account);
      }
    });
  }

  forget({
    accounts = [],
    projects = [],
  }: Parameters<RequestLogStore['forget']>[0]): Promise<void> {
    return askMongo(async () => {
      await this.#index();
      const gone = [...accounts, ...projects];
      if (gone.length === 0) return;
      await this.#forgotten.bulkWrite(
        gone.map(_id => ({
          updateOne: { filter: { _id }, update: [{ $set: { at: '$$NOW' } }], upsert: true },
        })),
      );
      await this.#removeOf(accounts, projects);
      this.#holders.forget();
    });
  }

  close(): Promise<void> {
    return this.#database.client.close();
  }

  /** Makes the indexes once; a failure is tried again. */
  #index(): Promise<unknown> {
    return (this.#indexed ??= Promise.all([
      this.#entries.createIndexes([
        { key: { project: 1, kind: 1, _id: -1 } },
        { key: { kind: 1, _id: -1 } },
        { key: BY_ACCOUNT },
        { key: { request: 1 } },
      ]),
      this.#forgotten.createIndex({ at: 1 }, { expireAfterSeconds: FORGOTTEN_MS / 1_000 }),
    ])
      .then(() => this.#entries.dropIndex(FORMER_BY_ACCOUNT))
      .catch((error: unknown) => {
        // Another process may have dropped it a moment ago.
        if (!isIndexGone(error)) throw error;
      })
      .catch((error: unknown) => {
        this.#indexed = undefined;
        throw error;
      }));
  }

  /** Returns the accounts and projects of entries that were forgotten. */
  async #forgottenOf(entries: readonly LogEntry[]): Promise<ReadonlySet<string>> {
    const names = new Set(entries.flatMap(({ account, project }) => [account, project]));
    const found = await this.#forgotten.find({ _id: { $in: [...names] } }).toArray();
    return new Set(found.map(({ _id }) => _id));
  }

  async #removeOf(accounts: readonly string[], projects: readonly string[]): Promise<void> {
    await this.#entries.deleteMany({ account: { $in: [...accounts] } });
    await this.#entries.deleteMany({ project: { $in: [...projects] } });
  }

  async #addKinds(kinds: readonly LogKind[]): Promise<void> {
    const fresh = new Map(
      kinds.map(kind => [kindKey(kind), kind] as const).filter(([key]) => !this.#known.has(key)),
    );
    if (fresh.size === 0) return;
    await this.#kinds.bulkWrite(
      [...fresh].map(([_id, kind]) => ({
        updateOne: { filter: { _id }, update: { $setOnInsert: kind }, upsert: true },
      })),
    );
    for (const [key, kind] of fresh) this.#known.set(key, kind);
  }

  async #filterOf(query: LogQuery): Promise<Filter<Stored>> {
    await this.#readKinds();
    const { text, project, account, actor, after, before } = query;
    const asked = [...this.#known].filter(([, kind]) => isAsked(kind, query));
    const isSaid = text === undefined ? () => true : saying(text);
    const ofKinds = { kind: { $in: asked.filter(([, kind]) => isSaid(kind)).map(([key]) => key) } };
    const rest = asked.filter(([, kind]) => !isSaid(kind)).map(([key]) => key);
    const id = {
      ...(after !== undefined && { $gt: after }),
      ...(before !== undefined && { $lt: before }),
    };
    return {
      ...(project !== undefined && { project }),
      ...(account !== undefined && { account }),
      ...(actor !== undefined && { actor }),
      ...(Object.keys(id).length > 0 && { _id: id }),
      ...(text === undefined
        ? ofKinds
        : { $or: [ofKinds, { request: text, kind: { $in: rest } }] }),
    };
  }

  async #readKinds(): Promise<void> {
    if (performance.now() - this.#readAt < KINDS_MS) return;
    for (const { _id, ...kind } of await this.#kinds.find().toArray()) this.#known.set(_id, kind);
    this.#readAt = performance.now();
  }

  async #remove(filter: Filter<Stored>, most: number): Promise<number> {
    const found = await this.#entries
      .find(filter, { projection: { account: 1 } })
      .sort({ _id: 1 })
      .limit(most)
      .toArray();
    if (found.length === 0) return 0;
    await this.#entries.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
    for (const [account, own] of Map.groupBy(found, one => one.account))
      this.#holders.less(account, own.length);
    return found.length;
  }
}
