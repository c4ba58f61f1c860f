import type { Backup, BackupState, Rehearsal } from '@hzm/contracts/core/backups';
import { PeriodicTask } from '../concurrency/periodic-task.ts';
import type { BackupMaker } from '../ports/backup-maker.ts';
import { compareViews, type RunningViews } from '../projecting/rehearsal.ts';
import { lastDue, nextDue } from './backup-times.ts';

export interface BackupParts {
  readonly maker: BackupMaker;
  /** Times of day such as `03:00`. */
  readonly times: readonly string[];
  /** Number of backups to keep. */
  readonly keep: number;
  readonly now: () => Date;
  /** Whether this process writes the views; only that one makes backups. */
  readonly isWriter: () => boolean;
  readonly running: RunningViews;
  /** Called with each failure, which the state also reports. */
  readonly failed: (error: unknown, what: string) => void;
}

export type BackupJob = 'backup' | 'rehearsal';

const LOOK_MS = 5_000;
/** Delay before a due backup is retried after a failure, in milliseconds. */
const RETRY_MS = 600_000;
/** Interval of listing the folder for files that others added, in milliseconds. */
const LIST_MS = 600_000;
const LIST_AGAIN_MS = 60_000;

/**
 * Makes backups on schedule and on request, one job at a time, and rehearses each. Failures are
 * reported and do not stop the service.
 */
export class BackupService {
  readonly #parts: BackupParts;
  readonly #looking = new PeriodicTask(() => this.#look(), LOOK_MS);
  #backups: readonly Backup[] | undefined;
  /** Time of the last listing, in milliseconds since 1970. */
  #listedAt = -Infinity;
  #running: { readonly kind: BackupJob; readonly startedAt: string; share: number } | null = null;
  #failed: BackupState['failed'] = null;
  #work: Promise<void> = Promise.resolve();
  readonly #closing = new AbortController();

  constructor(parts: BackupParts) {
    this.#parts = parts;
  }

  start(): void {
    void this.#looking.start();
  }

  get state(): BackupState {
    const {
      maker: { directory },
      times,
      keep,
      now,
    } = this.#parts;
    return {
      directory,
      times: [...times],
      keep,
      next: nextDue(times, now()).toISOString(),
      running: this.#running && { ...this.#running },
      failed: this.#failed,
      backups: [...(this.#backups ?? [])],
    };
  }

  /**
   * Starts a job, unless one is running or another process is the writer. A finished backup is
   * rehearsed.
   */
  ask(kind: BackupJob): void {
    if (this.#isClosed || this.#running || !this.#parts.isWriter()) return;
    this.#work =
      kind === 'backup'
        ? this.#backUp()
        : this.#run('rehearsal', share => this.#rehearse(share)).then(() => undefined);
  }

  /** Aborts the job in progress. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#parts.maker.close();
    await this.#looking.stop();
    await this.#work;
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  async #look(): Promise<void> {
    const { maker, now, isWriter, times, failed } = this.#parts;
    if (this.#isClosed || this.#running || !isWriter()) return;
    try {
      const time = now().getTime();
      if (
        time - this.#listedAt >= (this.#backups ? LIST_MS : LIST_AGAIN_MS) ||
        time < this.#listedAt
      ) {
        this.#listedAt = time;
        this.#take(await maker.list());
      }
    } catch (error) {
      if (this.#isClosed) return;
      if (!this.#isWaiting()) failed(error, 'the backups cannot be listed');
      this.#fail('backup', error);
      return;
    }
    if (this.#backups && this.#isDue(lastDue(times, now())) && !this.#isWaiting())
      this.ask('backup');
  }

  /** Whether a due backup failed a moment ago. */
  #isWaiting(): boolean {
    const failed = this.#failed;
    return (
      failed !== null &&
      failed.kind === 'backup' &&
      Math.abs(this.#parts.now().getTime() - Date.parse(failed.at)) < RETRY_MS
    );
  }

  #isDue(due: Date): boolean {
    return !this.#backups?.some(
      ({ startedAt }) => startedAt !== null && new Date(startedAt) >= due,
    );
  }

  async #backUp(): Promise<void> {
    const { maker, keep } = this.#parts;
    const isMade = await this.#run('backup', async share =>
      this.#take(await maker.make(keep, share)),
    );
    if (isMade && !this.#isClosed) await this.#run('rehearsal', share => this.#rehearse(share));
  }

  /** Runs a job and returns whether it succeeded. */
  async #run(
    kind: BackupJob,
    work: (share: (share: number) => void) => Promise<void>,
  ): Promise<boolean> {
    const running = { kind, startedAt: this.#parts.now().toISOString(), share: 0 };
    this.#running = running;
    try {
      await work(share => {
        running.share = share;
      });
      if (this.#failed?.kind === kind) this.#failed = null;
      return true;
    } catch (error) {
      if (!this.#isClosed) {
        this.#parts.failed(error, `the ${kind} failed`);
        this.#fail(kind, error);
      }
      return false;
    } finally {
      this.#running = null;
    }
  }

  /**
   * Rehearses the newest readable backup. A bad backup is a valid result, not a failure of the
   * rehearsal.
   */
  async #rehearse(share: (share: number) => void): Promise<void> {
    const { maker, now, failed } = this.#parts;
    const newest = this.#backups?.find(({ problem }) => problem === null);
    if (!newest) throw new Error('There is no backup to rehearse.');
    const from = performance.now();
    const judged = await this.#judged(newest, share);
    // A closing process may have interrupted the rehearsal, so its result is discarded.
    if (this.#isClosed) return;
    const rehearsal: Rehearsal = {
      at: now().toISOString(),
      seconds: Math.round((performance.now() - from) / 100) / 10,
      ...judged,
    };
    if (!rehearsal.isGood)
      failed(new Error(rehearsal.reason ?? ''), `the rehearsal of ${newest.name} is red`);
    this.#take(await maker.keepRehearsal(newest.name, rehearsal));
  }

  async #judged(
    { name, events }: Backup,
    share: (share: number) => void,
  ): Promise<Omit<Rehearsal, 'at' | 'seconds'>> {
    const { maker, running } = this.#parts;
    try {
      const scratch = await maker.rehearse(name, done => share(done * 0.8));
      try {
        return await compareViews(scratch, running, this.#closing.signal);
      } finally {
        await scratch.close();
      }
    } catch (error) {
      return {
        isGood: false,
        reason: error instanceof Error ? error.message : String(error),
        events: events ?? 0,
        documents: 0,
        uncompared: 0,
        fingerprint: null,
      };
    }
  }

  #take(backups: readonly Backup[]): void {
    this.#listedAt = this.#parts.now().getTime();
    this.#backups = backups;
  }

  #fail(kind: BackupJob, error: unknown): void {
    this.#failed = {
      kind,
      at: this.#parts.now().toISOString(),
      reason: error instanceof Error ? error.message : String(error),
    };
  }
}
