import type {
  LogBounds,
  LogEntry,
  LogQuery,
  RequestLogStore,
} from '@hzm/services/core/ports/request-log-store';
import { Unavailable } from '@hzm/services/core/ports/unavailable';
import { isTransient } from '../../sqlite/failure.ts';
import { RestartingThread } from '../../sqlite/restarting-thread.ts';
import { ThreadEnded } from '../../sqlite/thread.ts';
import { WorkerHost } from '../../sqlite/worker-host.ts';
import type { LogCalls } from './log-thread.ts';

/** Lasts, because threads that come and go may abort the process (`long-pages.ts`). */
const host = new WorkerHost({ isLasting: true });

interface Listeners {
  /** Called with the reason when a damaged file is set aside. */
  readonly damaged?: (error: unknown) => void;
  /** Called when the thread exits by itself; the next call starts another. */
  readonly ended?: (error: unknown) => void;
}

/** A request log in a file, written and read by a thread of its own. */
export class SqliteRequestLogStore implements RequestLogStore {
  readonly bytesOfEntry = 400;
  readonly #thread: RestartingThread<LogCalls>;

  constructor(file: string, { damaged, ended }: Listeners = {}) {
    this.#thread = new RestartingThread<LogCalls>(
      new URL('log-thread.ts', import.meta.url),
      {
        ended: error => ended?.(error),
        told: said => damaged?.(new Error(String(said))),
      },
      thread => thread.ask('open', file),
      host,
    );
  }

  add(entries: readonly LogEntry[]): Promise<void> {
    return this.#ask('add', entries);
  }

  find(query: LogQuery, limit: number): Promise<readonly LogEntry[]> {
    return this.#ask('find', { query, limit });
  }

  count(query: LogQuery, most: number): Promise<number> {
    return this.#ask('count', { query, most });
  }

  trim(bounds: LogBounds): Promise<number> {
    return this.#ask('trim', bounds);
  }

  async forget({ accounts = [], projects = [] }: Parameters<RequestLogStore['forget']>[0]) {
    for (const [column, names] of [
      ['account', accounts],
      ['project', projects],
    ] as const)
      for (const name of names) while ((await this.#ask('forget', { column, name })) > 0);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  async #ask<Name extends keyof LogCalls>(
    name: Name,
    argument: Parameters<LogCalls[Name]>[0],
  ): Promise<Awaited<ReturnType<LogCalls[Name]>>> {
    try {
      return await (await this.#thread.begun()).ask(name, argument);
    } catch (error) {
      throw error instanceof ThreadEnded || isTransient(error)
        ? new Unavailable('the request log cannot be asked now', { cause: error })
        : error;
    }
  }
}
