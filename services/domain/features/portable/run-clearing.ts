import { newId } from '@hzm/contracts/core/ids';
import { Problem } from '@hzm/contracts/core/problem';
import { accountDocs, sessionDocs } from '@hzm/projections/features/accounts/accounts';
import {
  EVERYBODY,
  listedProjects,
  personDocs,
} from '@hzm/projections/features/administration/administration';
import {
  clearingDocs,
  importDocs,
  type ClearingDoc,
} from '@hzm/projections/features/portable/portable';
import type { Request } from '@hzm/services/core/commands/request';
import { rest } from '@hzm/services/core/concurrency/next-turn';
import { isTransient } from '@hzm/services/core/concurrency/retry';
import type { Engine } from '@hzm/services/core/engine';
import { SYSTEM } from '@hzm/services/core/ports/read-model';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { pages } from '@hzm/services/core/read-model/pages';
import { closeSession, session } from '../accounts/session.ts';
import { closeAccount } from '../erasure/close-account.ts';
import { settlePortfolio } from '../members/hand-over.ts';
import { dropProject } from '../projects/delete.ts';
import { clearing, clearingStream, endClearing } from './clearing.ts';
import { endImport, imports, importStream } from './import.ts';

/** Documents found at once, and deletions in parallel. */
const PAGE_DOCUMENTS = 100;
const DELETED_AT_ONCE = 5;
/**
 * Pause before retrying failed deletions in milliseconds, and maximum consecutive attempts without
 * progress.
 */
const PAUSE_MS = 2_000;
const MAX_TRIES = 30;

/** The remaining people and projects of those that existed when the clearing was requested. */
interface Left {
  readonly people: readonly string[];
  readonly projects: readonly { readonly id: string; readonly ownerId: string }[];
}

async function leftOf({ model }: Engine, { accountId, begunAt }: ClearingDoc): Promise<Left> {
  const until = { path: 'columns.createdAt', op: 'lte', value: begunAt } as const;
  const [people, projects] = await Promise.all([
    // The surviving administrator may be among them.
    model.find({
      collection: personDocs,
      partition: EVERYBODY,
      where: [until],
      limit: PAGE_DOCUMENTS,
      ...SYSTEM,
    }),
    model.find({
      collection: listedProjects,
      partition: EVERYBODY,
      where: [until],
      limit: PAGE_DOCUMENTS,
      ...SYSTEM,
    }),
  ]);
  return {
    people: people.docs.map(({ id }) => id).filter(id => id !== accountId),
    projects: projects.docs.map(({ id, columns }) => ({ id, ownerId: columns.ownerId })),
  };
}

/** A run of a clearing; all its steps are idempotent. */
class ClearingRun {
  readonly #engine: Engine;
  readonly #doc: ClearingDoc;
  readonly #signal: AbortSignal;

  constructor(engine: Engine, doc: ClearingDoc, signal: AbortSignal) {
    this.#engine = engine;
    this.#doc = doc;
    this.#signal = signal;
  }

  /** Each step is its own request, which is never repeated. */
  get #request(): Request {
    return { actor: this.#doc.accountId, id: newId(), repeatable: false, digest: '' };
  }

  /** @returns the outcome; undefined if the process is closing and the next one resumes */
  async run(): Promise<'done' | 'stopped' | undefined> {
    await this.#endImports();
    for (let tries = 0; tries < MAX_TRIES;) {
      if (this.#signal.aborted) return undefined;
      await waitForHead(this.#engine);
      if ((await this.#engine.model.get(accountDocs, this.#doc.accountId))?.isAdmin !== true)
        return 'stopped';
      const { people, projects } = await leftOf(this.#engine, this.#doc);
      if (people.length + projects.length === 0) {
        await this.#endSessions();
        return 'done';
      }
      // Deleting people deletes their projects; the remaining projects are the administrator's and
      // leftovers of earlier deletions.
      const gone =
        people.length > 0
          ? await this.#each(people, id => this.#person(id))
          : await this.#each(projects, project => this.#project(project));
      tries = gone > 0 ? 0 : tries + 1;
      if (gone === 0) await rest(PAUSE_MS, this.#signal);
    }
    return 'stopped';
  }

  /** @returns the number of deletions; the others are retried */
  async #each<T>(all: readonly T[], remove: (one: T) => Promise<void>): Promise<number> {
    let gone = 0;
    for (let from = 0; from < all.length && !this.#signal.aborted; from += DELETED_AT_ONCE) {
      const outcomes = await Promise.allSettled(
        all.slice(from, from + DELETED_AT_ONCE).map(remove),
      );
      gone += outcomes.filter(({ status }) => status === 'fulfilled').length;
      for (const outcome of outcomes)
        if (
          outcome.status === 'rejected' &&
          !(outcome.reason instanceof Problem) &&
          !isTransient(outcome.reason)
        )
          throw outcome.reason;
    }
    return gone;
  }

  async #person(accountId: string): Promise<void> {
    await closeAccount({ engine: this.#engine, request: this.#request }, accountId).catch(
      (error: unknown) => {
        // Another process deleted it first.
        if (!(error instanceof Problem) || error.code !== 'NOT_FOUND') throw error;
      },
    );
  }

  async #project({ id, ownerId }: Left['projects'][number]): Promise<void> {
    await settlePortfolio(this.#engine, this.#request, ownerId, 0);
    await dropProject(this.#engine, this.#request, { projectId: id, ownerId });
  }

  /** Ends imports, which would add again the things that are being deleted. */
  async #endImports(): Promise<void> {
    for (const state of ['ready', 'running'] as const) {
      const { docs } = await this.#engine.model.find({
        collection: importDocs,
        where: [{ path: 'state', op: 'eq', value: state }],
        limit: PAGE_DOCUMENTS,
      });
      for (const { id, accountId } of docs)
        await this.#engine.executor.execute(this.#request, {
          stream: importStream(id),
          decider: imports,
          decide: endImport({ importId: id, accountId }, 'stopped'),
        });
    }
  }

  /** Ends the administrator's other sessions. */
  async #endSessions(): Promise<void> {
    const { accountId, sessionId } = this.#doc;
    for await (const docs of pages(this.#engine.model, {
      collection: sessionDocs,
      where: [{ path: 'accountId', op: 'eq', value: accountId }],
      limit: PAGE_DOCUMENTS,
    })) {
      for (const { id } of docs)
        if (id !== sessionId)
          await this.#engine.executor.execute(this.#request, {
            stream: `session-${id}`,
            decider: session,
            decide: closeSession(accountId, id),
          });
    }
  }
}

/**
 * Deletes in the background everything that existed when the clearing was requested; does nothing
 * if it is running.
 */
export function beginToClear(engine: Engine, doc: ClearingDoc): void {
  engine.background.start(`clearing ${doc.id}`, async signal => {
    const outcome = await new ClearingRun(engine, doc, signal).run();
    if (outcome === undefined) return;
    const request = { actor: doc.accountId, id: doc.id, repeatable: false, digest: '' };
    await engine.executor.execute(request, {
      stream: clearingStream(doc.id),
      decider: clearing,
      decide: endClearing({ accountId: doc.accountId, clearingId: doc.id, outcome }),
    });
  });
}

/** Resumes clearings of an earlier process. */
export async function resumeClearings(engine: Engine): Promise<void> {
  const { docs } = await engine.model.find({
    collection: clearingDocs,
    where: [{ path: 'state', op: 'eq', value: 'running' }],
    limit: PAGE_DOCUMENTS,
  });
  for (const doc of docs) beginToClear(engine, doc);
}
