import type { Backup, Rehearsal } from '@hzm/contracts/core/backups';
import type { BackupMaker, ScratchViews, Share } from '@hzm/services/core/ports/backup-maker';
import { Fingerprint } from '@hzm/services/core/projecting/fingerprint';
import { Thread } from '../../sqlite/thread.ts';
import type { BackupCalls, Opening } from './backup-thread.ts';

/** Makes backups in a thread that is started for each task and ended after it. */
export class ThreadBackupMaker implements BackupMaker {
  readonly #opening: Opening;
  readonly #threads = new Set<Thread<BackupCalls>>();

  constructor(opening: Opening) {
    this.#opening = opening;
  }

  get directory(): string {
    return this.#opening.directory;
  }

  list(): Promise<readonly Backup[]> {
    return this.#with(thread => thread.ask('list', undefined));
  }

  make(keep: number, follow: Share): Promise<readonly Backup[]> {
    return this.#with(thread => thread.ask('make', keep), follow);
  }

  async rehearse(name: string, follow: Share): Promise<ScratchViews> {
    const thread = await this.#begin(follow);
    try {
      const { end, events } = await thread.ask('rehearse', name);
      return {
        end,
        events,
        follow: to => thread.ask('follow', to),
        fingerprint: async views => {
          const { sums, documents } = await thread.ask('fingerprint', views);
          return new Fingerprint(sums, documents);
        },
        close: () => this.#end(thread),
      };
    } catch (error) {
      await this.#end(thread);
      throw error;
    }
  }

  keepRehearsal(name: string, rehearsal: Rehearsal): Promise<readonly Backup[]> {
    return this.#with(thread => thread.ask('keepRehearsal', { name, rehearsal }));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads].map(thread => thread.end()));
  }

  async #with<T>(work: (thread: Thread<BackupCalls>) => Promise<T>, follow?: Share): Promise<T> {
    const thread = await this.#begin(follow);
    try {
      return await work(thread);
    } finally {
      await this.#end(thread);
    }
  }

  async #begin(follow: Share = () => undefined): Promise<Thread<BackupCalls>> {
    const thread = new Thread<BackupCalls>(new URL('backup-thread.ts', import.meta.url), {
      ended: () => {
        this.#threads.delete(thread);
      },
      told: said => follow(said as number),
    });
    this.#threads.add(thread);
    await thread.ask('open', this.#opening);
    return thread;
  }

  async #end(thread: Thread<BackupCalls>): Promise<void> {
    await thread.ask('close', undefined).catch(() => undefined);
    this.#threads.delete(thread);
    await thread.end();
  }
}
