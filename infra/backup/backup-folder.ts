import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Rehearsal, type Backup } from '@hzm/contracts/core/backups';
import { BackupReader } from './backup-reader.ts';
import { PARTIAL } from './backup-writer.ts';

const NAME = /^hzm-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.backup$/;
/** Suffix of the file beside a backup that holds the outcome of its last rehearsal. */
const REHEARSAL = '.rehearsal.json';
/** Folder for the working files of a rehearsal, removed when it ends. */
const SCRATCH = '.rehearsal';
const MAX_LISTED_BACKUPS = 30;
/** A partial file not written to for this long counts as abandoned, in milliseconds. */
const ABANDONED_MS = 600_000;

/** File names sort by time. */
export const nameAt = (time: Date): string =>
  `hzm-${time.toISOString().replaceAll(':', '-')}.backup`;

/** The folder where the server keeps its backups. Files with other names are ignored. */
export class BackupFolder {
  readonly #directory: string;
  readonly #passphrase: string | undefined;

  constructor(directory: string, passphrase: string | undefined) {
    this.#directory = directory;
    this.#passphrase = passphrase;
  }

  get scratch(): string {
    return join(this.#directory, SCRATCH);
  }

  /**
   * Never creates the folder: if a disk is not mounted, another one would fill up. @throws Error
   * when there is none
   */
  check(): void {
    if (!statSync(this.#directory, { throwIfNoEntry: false })?.isDirectory())
      throw new Error(`HZM_BACKUP_DIR ${this.#directory} is no folder.`);
  }

  pathOf(name: string): string {
    return join(this.#directory, name);
  }

  /**
   * Returns backups, newest first, limited to `MAX_LISTED_BACKUPS`. @throws Error when the folder
   * cannot be read
   */
  list(): readonly Backup[] {
    this.check();
    return this.#names()
      .slice(0, MAX_LISTED_BACKUPS)
      .map(name => ({ ...this.#read(name), rehearsal: this.#rehearsal(name) }));
  }

  /** Removes all but the newest `keep` readable backups, and leftovers of interrupted ones. */
  retain(keep: number): void {
    const good = this.#names().filter(name => this.#read(name).problem === null);
    for (const name of good.slice(keep))
      for (const end of ['', REHEARSAL]) rmSync(this.pathOf(name + end), { force: true });
    this.tidy();
  }

  /**
   * Removes leftovers of an interrupted backup or rehearsal. Spares recent files, because an
   * operator may be making a backup by hand.
   */
  tidy(): void {
    for (const name of readdirSync(this.#directory)) {
      const isPartial = name.endsWith(PARTIAL) && NAME.test(name.slice(0, -PARTIAL.length));
      const changed = isPartial
        ? statSync(this.pathOf(name), { throwIfNoEntry: false })?.mtimeMs
        : undefined;
      if (changed !== undefined && Date.now() - changed > ABANDONED_MS)
        rmSync(this.pathOf(name), { force: true });
    }
    rmSync(this.scratch, { recursive: true, force: true });
  }

  keepRehearsal(name: string, rehearsal: Rehearsal): void {
    const file = this.pathOf(name + REHEARSAL);
    writeFileSync(file + PARTIAL, `${JSON.stringify(rehearsal, undefined, 2)}\n`, { mode: 0o600 });
    const handle = openSync(file + PARTIAL, 'r');
    fsyncSync(handle);
    closeSync(handle);
    renameSync(file + PARTIAL, file);
  }

  #names(): string[] {
    return readdirSync(this.#directory)
      .filter(name => NAME.test(name))
      .toSorted()
      .toReversed();
  }

  #read(name: string): Omit<Backup, 'rehearsal'> {
    const bytes = statSync(this.pathOf(name), { throwIfNoEntry: false })?.size ?? 0;
    try {
      const reader = new BackupReader(this.pathOf(name), this.#passphrase);
      try {
        const { startedAt, endedAt, events, keys, begin, end } = reader.summary();
        return {
          name,
          bytes,
          startedAt,
          endedAt,
          events,
          keys,
          begin,
          end,
          isEncrypted: reader.header.passphrase !== null,
          problem: null,
        };
      } finally {
        reader.close();
      }
    } catch (error) {
      return {
        name,
        bytes,
        startedAt: null,
        endedAt: null,
        events: null,
        keys: null,
        begin: null,
        end: null,
        isEncrypted: false,
        problem: error instanceof Error ? error.message : String(error),
      };
    }
  }

  #rehearsal(name: string): Rehearsal | null {
    try {
      return Rehearsal.parse(JSON.parse(readFileSync(this.pathOf(name + REHEARSAL), 'utf8')));
    } catch {
      // There was no rehearsal, or its file is truncated; the next one writes it again.
      return null;
    }
  }
}
