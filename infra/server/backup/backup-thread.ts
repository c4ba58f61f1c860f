import { constants, setPriority } from 'node:os';
import type { Backup, Rehearsal } from '@hzm/contracts/core/backups';
import type { Position } from '@hzm/contracts/core/position';
import { BackupFolder, nameAt } from '../../backup/backup-folder.ts';
import { makeBackup } from './make-backup.ts';
import type { ScratchViews } from './scratch.ts';
import { openSources, type Where } from './sources.ts';

/** Minimum interval of progress notifications, in milliseconds. */
const TELL_MS = 200;

export interface Opening {
  readonly where: Where;
  readonly directory: string;
  readonly passphrase: string | undefined;
}

/** Calls a listener at most once in an interval. */
function seldom(tell: (share: number) => void): (share: number) => void {
  let told = 0;
  return share => {
    if (performance.now() - told < TELL_MS) return;
    told = performance.now();
    tell(share);
  };
}

/**
 * Calls of a worker thread that makes and rehearses backups. Notifications are the share done, 0 to
 * 1.
 */
export function serve(tell: (share: number) => void) {
  // Linux has priorities by thread; elsewhere this would lower the whole process.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

  const follow = seldom(tell);
  let where: Where;
  let passphrase: string | undefined;
  let folder: BackupFolder;
  let scratch: ScratchViews | undefined;
  return {
    open(opening: Opening): void {
      ({ where, passphrase } = opening);
      // A Buffer arrives in another thread as a plain Uint8Array.
      if (where.secret) where = { ...where, secret: Buffer.from(where.secret) };
      folder = new BackupFolder(opening.directory, passphrase);
    },
    list: (): readonly Backup[] => folder.list(),
    async make(keep: number): Promise<readonly Backup[]> {
      const name = nameAt(new Date());
      await using held = new AsyncDisposableStack();
      folder.check();
      folder.tidy();
      await makeBackup(await openSources(where, held), {
        file: folder.pathOf(name),
        passphrase,
        now: () => new Date(),
        follow,
      });
      folder.retain(keep);
      return folder.list();
    },
    async rehearse(name: string): Promise<{ readonly end: Position; readonly events: number }> {
      folder.tidy();
      // Imported on demand, because it loads many modules.
      const { ScratchViews } = await import('./scratch.ts');
      scratch = await ScratchViews.build(
        { where, file: folder.pathOf(name), passphrase, directory: folder.scratch },
        follow,
      );
      return { end: scratch.end, events: scratch.events };
    },
    follow: (to: ReadonlyMap<string, Position>) => scratch!.follow(to),
    async fingerprint(
      views: readonly string[],
    ): Promise<{ readonly sums: BigUint64Array<ArrayBuffer>; readonly documents: number }> {
      const { sums, documents } = await scratch!.fingerprint(new Set(views));
      return { sums, documents };
    },
    keepRehearsal({
      name,
      rehearsal,
    }: {
      readonly name: string;
      readonly rehearsal: Rehearsal;
    }): readonly Backup[] {
      folder.keepRehearsal(name, rehearsal);
      return folder.list();
    },
    async close(): Promise<void> {
      await scratch?.close();
    },
  };
}
export type BackupCalls = ReturnType<typeof serve>;
