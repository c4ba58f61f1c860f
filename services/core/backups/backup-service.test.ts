import type { Backup, Rehearsal } from '@hzm/contracts/core/backups';
import { positionOf, type Position } from '@hzm/contracts/core/position';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BackupMaker, ScratchViews } from '../ports/backup-maker.ts';
import { Fingerprint } from '../projecting/fingerprint.ts';
import { BackupService } from './backup-service.ts';

const nine = new Date(2026, 4, 4, 9, 0);
beforeEach(() => {
  vi.useFakeTimers({ now: nine });
});
afterEach(() => vi.useRealTimers());

const end = positionOf(9);
const fingerprint = (...ids: string[]): Fingerprint => {
  const made = new Fingerprint();
  for (const id of ids) made.add({ collection: 'rows' }, { id });
  return made;
};

/** A backup folder in memory. If `problem` is set, making a backup throws it. */
class FakeMaker implements BackupMaker {
  readonly directory = '/backups';
  backups: Backup[] = [];
  made = 0;
  problem: string | undefined;
  listProblem: string | undefined;
  documents = ['a', 'b'];
  touched: readonly number[] | 'all' = [];
  closedScratches = 0;
  hold: Promise<void> = Promise.resolve();

  async list(): Promise<readonly Backup[]> {
    if (this.listProblem !== undefined) throw new Error(this.listProblem);
    return [...this.backups];
  }

  async make(keep: number, follow: (share: number) => void): Promise<readonly Backup[]> {
    this.made++;
    const startedAt = new Date().toISOString();
    follow(0.5);
    await this.hold;
    if (this.problem !== undefined) throw new Error(this.problem);
    const name = `hzm-${startedAt}`;
    this.backups = [
      {
        name,
        bytes: 1,
        startedAt,
        endedAt: startedAt,
        events: 9,
        keys: 1,
        begin: end,
        end,
        isEncrypted: false,
        problem: null,
        rehearsal: null,
      },
      ...this.backups,
    ].slice(0, keep);
    return this.backups;
  }

  async rehearse(): Promise<ScratchViews> {
    return {
      end,
      events: 9,
      follow: async () => this.touched,
      fingerprint: async () => fingerprint(...this.documents),
      close: async () => {
        this.closedScratches++;
      },
    };
  }

  async keepRehearsal(name: string, rehearsal: Rehearsal): Promise<readonly Backup[]> {
    this.backups = this.backups.map(one => (one.name === name ? { ...one, rehearsal } : one));
    return this.backups;
  }

  async close(): Promise<void> {}
}

function made(more: { isWriter?: () => boolean; positions?: Position; listProblem?: string } = {}) {
  const maker = new FakeMaker();
  maker.listProblem = more.listProblem;
  const failed: string[] = [];
  const service = new BackupService({
    maker,
    times: ['03:00', '15:00'],
    keep: 2,
    now: () => new Date(),
    isWriter: more.isWriter ?? (() => true),
    running: {
      positions: async () => new Map([['rows', more.positions ?? end]]),
      fingerprint: async () => fingerprint('a', 'b'),
    },
    failed: (error, what) => failed.push(`${what}: ${(error as Error).message}`),
  });
  service.start();
  return { maker, service, failed };
}
const pass = (minutes: number): Promise<unknown> => vi.advanceTimersByTimeAsync(minutes * 60_000);

describe('scheduled backups', () => {
  it('run immediately when overdue, then at each time, each with a rehearsal', async () => {
    const { maker, service } = made();
    await pass(1);
    expect([maker.made, service.state.backups[0]?.rehearsal?.isGood, service.state.next]).toEqual([
      1,
      true,
      new Date(2026, 4, 4, 15, 0).toISOString(),
    ]);
    await pass(6 * 60 - 2);
    expect(maker.made).toBe(1);
    await pass(2);
    expect(maker.made).toBe(2);
    await pass(24 * 60);
    expect([maker.made, service.state.backups.length, maker.closedScratches]).toEqual([4, 2, 4]);
    await service.close();
    await pass(24 * 60);
    expect(maker.made).toBe(4);
  });

  it('wait while another process is the writer, and resume when it stops', async () => {
    let isWriter = false;
    const { maker, service } = made({ isWriter: () => isWriter });
    await pass(60);
    service.ask('backup');
    expect(maker.made).toBe(0);
    isWriter = true;
    await pass(1);
    expect(maker.made).toBe(1);
    await service.close();
  });

  it('report a failure, retry later, and clear it after a success', async () => {
    const { maker, service, failed } = made();
    maker.problem = 'ENOSPC: no space left on device, write';
    await pass(1);
    expect([maker.made, service.state.failed, service.state.running]).toMatchObject([
      1,
      { kind: 'backup', reason: maker.problem },
      null,
    ]);
    await pass(5);
    expect([maker.made, failed]).toEqual([
      1,
      ['the backup failed: ENOSPC: no space left on device, write'],
    ]);
    maker.problem = undefined;
    await pass(10);
    expect([maker.made, service.state.failed, service.state.backups.length]).toEqual([2, null, 1]);
    await service.close();
  });

  it('report a missing folder once and start when it exists', async () => {
    const listProblem = 'HZM_BACKUP_DIR /backups is no folder.';
    const { maker, service, failed } = made({ listProblem });
    await pass(5);
    expect([service.state.failed?.reason, failed.length, maker.made]).toEqual([listProblem, 1, 0]);
    maker.listProblem = undefined;
    await pass(12);
    expect([service.state.failed, maker.made]).toEqual([null, 1]);
    await service.close();
  });
});

describe('requested backups', () => {
  it('run one job at a time and report progress', async () => {
    const { maker, service } = made();
    await pass(1);
    const { promise, resolve } = Promise.withResolvers<void>();
    maker.hold = promise;
    service.ask('backup');
    service.ask('backup');
    service.ask('rehearsal');
    await pass(1);
    expect([maker.made, service.state.running]).toMatchObject([2, { kind: 'backup', share: 0.5 }]);
    resolve();
    await pass(1);
    expect([service.state.running, service.state.backups.length]).toEqual([null, 2]);
    await service.close();
  });

  it('fail the rehearsal when anything differs or the running views lag behind the backup', async () => {
    const { maker, service, failed } = made();
    maker.documents = ['a', 'c'];
    await pass(1);
    expect(service.state.backups[0]!.rehearsal).toMatchObject({
      isGood: false,
      reason: 'The views differ from those that run in 2 places.',
      events: 9,
    });
    expect(failed[0]).toContain('is red');
    expect(service.state.failed).toBeNull();
    maker.documents = ['b', 'a'];
    service.ask('rehearsal');
    await pass(1);
    expect(service.state.backups[0]!.rehearsal).toMatchObject({
      isGood: true,
      reason: null,
      documents: 2,
      uncompared: 0,
    });
    maker.touched = 'all';
    service.ask('rehearsal');
    await pass(1);
    expect(service.state.backups[0]!.rehearsal).toMatchObject({
      isGood: false,
      reason: expect.stringContaining('could not be compared') as string,
      uncompared: 65_536,
    });
    await service.close();
    const behind = made({ positions: positionOf(8) });
    await pass(1);
    expect(behind.service.state.backups[0]!.rehearsal).toMatchObject({
      isGood: false,
      reason: expect.stringContaining('have not come as far') as string,
    });
    await behind.service.close();
  });
});
