import type { DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import { Problem } from '@hzm/contracts/core/problem';
import { memberJoined, projectHandedOver } from '@hzm/contracts/features/members/events';
import { defaultSettings } from '@hzm/contracts/features/projects/project';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import type { Caller, Context, Engine } from '@hzm/services/core/engine';
import { wholeSource } from '@hzm/services/core/limits/source';
import { slice } from '@hzm/services/core/ports/slices';
import { projectDoc } from '@hzm/services/domain/access/project';
import { closeAccount } from '@hzm/services/domain/features/erasure/close-account';
import { handOverProject, settlePortfolio } from '@hzm/services/domain/features/members/hand-over';
import { people } from '@hzm/services/domain/features/members/people';
import { makeProject } from '@hzm/services/domain/features/portable/make-project';
import { portfolio } from '@hzm/services/domain/portfolio/portfolio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appendFacts, handOverEngine, newAccount, newProject } from './hand-over-engine.ts';
import { someRequest } from './processes.ts';

let engine: Engine;
let close: () => Promise<void>;
let clock: Date;
let [owner, next, projectId] = ['', '', ''];

const append = async (stream: string, facts: readonly DomainEvent[]): Promise<void> => {
  const { position } = await appendFacts(engine, owner, stream, facts);
  await engine.projector.waitForPosition(position);
};
const register = (accountId: string, name: string): Promise<void> =>
  append(`account-${accountId}`, [newAccount(accountId, name)]);

beforeEach(async () => {
  clock = new Date();
  ({ engine, close } = await handOverEngine(() => clock));
  [owner, next, projectId] = [newId(), newId(), newId()];
  await register(owner, 'ada');
  await register(next, 'can');
  await append(`portfolio-${owner}`, [newProject(owner, projectId)]);
  await append(`project-${projectId}`, [
    memberJoined({
      projectId,
      invitationId: newId(),
      userId: next,
      role: 'viewer',
      invitedBy: owner,
    }),
  ]);
});
afterEach(() => close());

const caller = (actor: string): Caller => ({
  actor,
  accountId: actor,
  isAdmin: false,
  sessionId: undefined,
  key: undefined,
});
const request = (actor = owner) => someRequest({ actor });
const contextOf = (of: Engine): Context => ({
  engine: of,
  caller: caller(owner),
  source: wholeSource(owner),
  request: request(),
  language: 'tr',
  expected: undefined,
  agent: '',
  isLocal: false,
  meter: async () => undefined,
  limit: async () => undefined,
  pause: slice,
  passwords: {
    hash: async () => '',
    verify: async () => true,
    check: async () => true,
    signedIn: () => undefined,
  },
});
const handOver = async (of = engine) =>
  handOverProject(contextOf(of), await projectDoc(engine, projectId), next);

/** The engine of a process that dies before its nth append. */
function dying(after: number): Engine {
  let left = after;
  const { executor } = engine;
  const execute = (...step: Parameters<typeof executor.execute>) =>
    left-- > 0 ? executor.execute(...step) : Promise.reject(new Error('the process died'));
  return {
    ...engine,
    executor: { execute, load: executor.load.bind(executor) } as unknown as typeof executor,
  };
}

const where = async () => {
  await engine.projector.waitForPosition(await engine.store.head());
  const [from, to] = await Promise.all(
    [owner, next].map(id => engine.executor.load(`portfolio-${id}`, portfolio)),
  );
  const { ownerId } = await engine.executor.load(`project-${projectId}`, people);
  return {
    from: from!.get(projectId)?.handOver?.kind ?? from!.has(projectId),
    to: to!.get(projectId)?.handOver?.kind ?? to!.has(projectId),
    owner: (ownerId ?? owner) === owner ? 'owner' : 'next',
    view: (await engine.model.get(projectDocs, projectId))?.ownerId === owner ? 'owner' : 'next',
  };
};
const before = { from: true, to: false, owner: 'owner', view: 'owner' };
const done = { from: false, to: 'received', owner: 'next', view: 'next' };

describe('a hand-over', () => {
  it('is done', async () => {
    await handOver();
    expect(await where()).toEqual(done);
  });

  it.each([
    { appends: 1, leaves: { ...before, from: 'offered' }, settled: before },
    { appends: 2, leaves: { ...before, from: 'offered', to: 'received' }, settled: before },
    { appends: 3, leaves: { ...done, from: 'offered' }, settled: done },
  ])(
    'that ends after $appends of its steps is brought to its end by the next command on either portfolio, and can be asked for again',
    async ({ appends, leaves, settled }) => {
      for (const side of [owner, next]) {
        await expect(handOver(dying(appends))).rejects.toThrow('the process died');
        expect(await where()).toEqual(leaves);
        // Not while it may still be under way.
        await settlePortfolio(engine, request(side), side);
        expect(await where()).toEqual(leaves);
        clock = new Date(clock.getTime() + 61_000);
        await settlePortfolio(engine, request(side), side);
        // Decisions stay; a portfolio without faults has nothing to settle.
        expect(await where()).toEqual(
          side === next && (appends === 1 || appends === 3) ? leaves : settled,
        );
        await settlePortfolio(engine, request(owner), owner);
        expect(await where()).toEqual(settled);
        if (settled === done) return;
      }
      await handOver();
      expect(await where()).toEqual(done);
    },
  );

  it('that was interrupted goes on when it is asked for again at once', async () => {
    for (const appends of [1, 2])
      await expect(handOver(dying(appends))).rejects.toThrow('the process died');
    await handOver();
    expect(await where()).toEqual(done);
  });

  it('happens once, however often it is asked for at the same time', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => handOver()));
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    for (const outcome of outcomes)
      expect(outcome.status === 'fulfilled' || outcome.reason instanceof Problem).toBe(true);
    clock = new Date(clock.getTime() + 61_000);
    for (const side of [owner, next]) await settlePortfolio(engine, request(side), side);
    expect(await where()).toEqual(done);
  });
});

describe('a project that was handed over', () => {
  /** A log of before 0.3.0: the former owner's portfolio still names the project. */
  const handOverFormerly = () =>
    append(`project-${projectId}`, [
      projectHandedOver({ projectId, handOverId: newId(), fromId: owner, ownerId: next }),
    ]);
  const isDestroyed = () => engine.vault.isDestroyed(`project:${projectId}`);

  it.each([
    { name: 'in all its steps', hand: handOver, leaves: { ...done, from: false } },
    {
      name: 'but for the last step',
      hand: () => expect(handOver(dying(3))).rejects.toThrow('the process died'),
      leaves: { ...done, from: false },
    },
    {
      name: 'in a log of before 0.3.0',
      hand: handOverFormerly,
      leaves: { ...done, from: true, to: false },
    },
  ])("outlives the former owner's account: $name", async ({ hand, leaves }) => {
    await hand();
    await closeAccount({ engine, request: request() }, owner);
    expect([await where(), await isDestroyed()]).toEqual([leaves, false]);
  });

  it("is refused to the former owner's import that goes on, which changes nothing", async () => {
    await handOver();
    const head = await engine.store.head();
    const planned = {
      name: 'Stok',
      description: '',
      settings: { ...defaultSettings, enableWebhooks: true },
      tables: [{ place: 0, id: undefined, fieldIds: [], name: 'Ürünler', fields: [], rows: 0 }],
      entries: [],
    };
    await expect(makeProject(engine, request(), projectId, planned)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect([await where(), await engine.store.head()]).toEqual([done, head]);
  });
});
