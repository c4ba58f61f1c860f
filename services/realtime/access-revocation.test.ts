import type { Change } from '@hzm/contracts/core/change';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../core/engine.ts';
import { RevocationLog, revocationsOf } from './access-revocation.ts';
import type { BufferedEvent } from './replay-buffer.ts';
import { topicOf } from './topics/registry.ts';

const entry = (...changes: Change[]) =>
  ({ event: { data: { projectId: 'p1' } }, changes }) as unknown as BufferedEvent;
const person: Caller = {
  actor: 'a1',
  accountId: 'a1',
  isAdmin: false,
  sessionId: 's1',
  key: undefined,
};
const keyOf = (projectId: string): Caller => ({
  actor: `k-${projectId}`,
  accountId: 'a1',
  isAdmin: false,
  sessionId: undefined,
  key: {
    id: `k-${projectId}`,
    projectId,
    scope: 'project',
    permissions: [],
    complete: true,
    end: undefined,
    requestsPerMinute: 100,
  },
});
const callers = {
  person,
  other: { ...person, actor: 'a2', accountId: 'a2', sessionId: 's2' },
  key: keyOf('p1'),
  otherKey: keyOf('p2'),
};

const disconnectedBy = (...changes: Change[]): string[] =>
  revocationsOf(entry(...changes)).flatMap(revocation =>
    revocation.kind === 'disconnect'
      ? Object.entries(callers)
          .filter(([, caller]) => revocation.of(caller))
          .map(([name]) => name)
      : [],
  );
const deletedBy = (change: Change): string[] =>
  revocationsOf(entry(change)).flatMap(revocation =>
    revocation.kind === 'deleted'
      ? ['table:t1', 'table:t2', 'user:a1', 'project:p1'].filter(name =>
          revocation.what({
            topic: topicOf(name)!,
            projectId: name === 'table:t2' || name === 'project:p1' ? 'p1' : undefined,
            ownerId: undefined,
          }),
        )
      : [],
  );

describe('revocations of an event', () => {
  it.each<[string, Change, string[]]>([
    ['a closed session', { op: 'drop', collection: 'sessions', id: 's1' }, ['person']],
    [
      'all sessions of an account',
      { op: 'drop-where', collection: 'sessions', where: { accountId: 'a1' } },
      ['person'],
    ],
    [
      'a deactivated account',
      { op: 'patch', collection: 'accounts', id: 'a1', set: { isActive: false } },
      ['person', 'key', 'otherKey'],
    ],
    [
      'an account that is no administrator any more',
      { op: 'patch', collection: 'accounts', id: 'a1', set: { isAdmin: false } },
      ['person', 'key', 'otherKey'],
    ],
    [
      'a deleted account',
      { op: 'drop', collection: 'accounts', id: 'a1' },
      ['person', 'key', 'otherKey'],
    ],
    ['another name', { op: 'patch', collection: 'accounts', id: 'a1', set: { name: 'x' } }, []],
    [
      'another password of the keys',
      { op: 'patch', collection: 'projects', id: 'p1', set: { apiKeyPassword: 'x' } },
      ['key'],
    ],
    [
      'no access by keys',
      {
        op: 'patch',
        collection: 'projects',
        id: 'p1',
        set: { settings: { allowApiAccess: false } },
      },
      ['key'],
    ],
    [
      'access by keys',
      {
        op: 'patch',
        collection: 'projects',
        id: 'p1',
        set: { settings: { allowApiAccess: true } },
      },
      [],
    ],
    ['a removed key', { op: 'drop', collection: 'api-keys', id: 'k-p1' }, ['key']],
    [
      'a changed or regenerated key',
      { op: 'patch', collection: 'api-keys', id: 'k-p2', set: {} },
      ['otherKey'],
    ],
    ['a new key', { op: 'put', collection: 'api-keys', id: 'k-p1', doc: { id: 'k-p1' } }, []],
  ])('%s disconnects', (_, change, disconnected) => {
    expect(disconnectedBy(change)).toEqual(disconnected);
  });

  it('end the watches of a deleted resource', () => {
    expect(deletedBy({ op: 'drop', collection: 'tables', id: 't1' })).toEqual(['table:t1']);
    expect(deletedBy({ op: 'drop', collection: 'projects', id: 'p1' })).toEqual([
      'table:t2',
      'project:p1',
    ]);
    expect(deletedBy({ op: 'drop', collection: 'accounts', id: 'a1' })).toEqual(['user:a1']);
  });

  it("recheck watchers when a project's visibility or owner changes", () => {
    const recheck = [{ kind: 'recheck', projectId: 'p1' }];
    expect(
      revocationsOf(
        entry({ op: 'patch', collection: 'projects', id: 'p1', set: { isPublic: false } }),
      ),
    ).toEqual(recheck);
    expect(
      revocationsOf(
        entry({ op: 'patch', collection: 'projects', id: 'p1', set: { ownerId: 'a2' } }),
      ),
    ).toEqual([
      { kind: 'disconnect', of: expect.any(Function) as unknown },
      { kind: 'viewers', what: expect.any(Function) as unknown, code: 'TOO_SLOW' },
      ...recheck,
    ]);
    expect(
      revocationsOf(entry({ op: 'patch', collection: 'projects', id: 'p1', set: { name: 'x' } })),
    ).toEqual([]);
  });
});

describe('RevocationLog', () => {
  it('finds a caller who was authenticating meanwhile, and disconnects rather too many', () => {
    const revocations = new RevocationLog();
    revocations.add(({ actor }) => actor === 'a1');
    const { count } = revocations;
    expect(revocations.hit(person, count)).toBe(false);
    revocations.add(({ actor }) => actor === 'a2');
    expect([
      revocations.hit(person, count),
      revocations.hit(callers.other, count),
      revocations.hit(person, 0),
    ]).toEqual([false, true, true]);
    for (let n = 0; n < 200; n++) revocations.add(() => false);
    expect([revocations.hit(person, count), revocations.hit(person, revocations.count)]).toEqual([
      true,
      false,
    ]);
  });
});
