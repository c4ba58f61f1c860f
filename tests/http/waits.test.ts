import { END } from '@hzm/contracts/core/position';
import { beforeAll, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, table } = serve();
/** Much less than the 5 seconds that somebody who may read waits for what is written. */
const AT_ONCE_MS = 2_000;
const beyond: Headed = { 'x-wait-for-position': END };
let owner: Headed;
let stranger: Headed;
let path = '';
let projectId = '';
let last = '';

beforeAll(async () => {
  await register('Admin');
  const ada = await register('Ada');
  owner = ada.session;
  ({ projectId } = ada);
  const tableId = await table(projectId, owner, 'Stok', { ad: 'string' });
  path = `/data/table/${tableId}`;
  last = (await ask('POST', `${path}/rows`, { ad: 'Çay' }, owner)).headers.get('x-position')!;
  stranger = (await register('Can')).session;
});

async function soon(headers: Headed): Promise<string> {
  const began = performance.now();
  const { status, body } = await ask('GET', path, undefined, headers);
  expect(performance.now() - began).toBeLessThan(AT_ONCE_MS);
  return `${status} ${body.code}`;
}

it('a position that the log does not hold keeps nobody waiting, and strangers are refused as without it', async () => {
  expect(await soon({ ...stranger, ...beyond })).toBe('404 NOT_FOUND');
  expect(await soon(beyond)).toBe('401 UNAUTHORIZED');
  expect(await soon({ ...owner, ...beyond })).toBe('503 NOT_READY');
  const many = await Promise.all(Array.from({ length: 100 }, () => soon({ ...owner, ...beyond })));
  expect(new Set(many)).toEqual(new Set(['503 NOT_READY']));
  expect(
    (await ask('GET', path, undefined, { ...owner, 'x-wait-for-position': last })).body.data.rows,
  ).toMatchObject([{ ad: 'Çay' }]);
});

// The right may be in what is not read yet.
it('whoever waits in vain is told to come again, not that there is nothing', async () => {
  const headers = { ...(await register('Ece')).session, ...beyond };
  // More than an account may wait at once: the others are late.
  const many = await Promise.all(
    Array.from({ length: 300 }, async () => {
      const { status, body } = await ask('GET', path, undefined, headers);
      return `${status} ${body.code}`;
    }),
  );
  expect(new Set(many)).toEqual(new Set(['404 NOT_FOUND', '503 NOT_READY']));
});

it('who has just been given the right may name the position of that and is let in', async () => {
  const invited = await ask(
    'POST',
    `/projects/${projectId}/invitations`,
    { email: 'can@example.com', role: 'viewer' },
    owner,
  );
  const accepted = await ask('POST', `${invited.body.data.invitation.url}/accept`, undefined, {
    ...stranger,
    'x-wait-for-position': invited.headers.get('x-position')!,
  });
  expect(
    (
      await ask('GET', path, undefined, {
        ...stranger,
        'x-wait-for-position': accepted.headers.get('x-position')!,
      })
    ).status,
  ).toBe(200);
});

it('strangers are told whether the server serves and its version, and no position', async () => {
  // A proxy in front: the server's own machine is told everything.
  const far = { 'x-forwarded-for': '192.0.2.7' };
  for (const headers of [far, { ...far, ...owner }]) {
    expect(
      Object.keys((await ask('GET', '/health', undefined, headers)).body.data).toSorted(),
    ).toEqual(['status', 'version']);
    expect(
      Object.keys((await ask('GET', '/health/database', undefined, headers)).body.data).toSorted(),
    ).toEqual(['status', 'version']);
  }
  const admin = {
    authorization: `Bearer ${(await ask('POST', '/auth/login', { email: 'admin@example.com', password: 'gizli-1' })).body.data.token}`,
  };
  expect((await ask('GET', '/health', undefined, { ...far, ...admin })).body.data).toMatchObject({
    status: 'ok',
    projections: { rows: { paused: null } },
  });
  expect((await ask('GET', '/health/database')).body.data).toMatchObject({
    status: 'ok',
    eventStore: { head: expect.stringMatching(/^\d{20}$/) as unknown },
  });
});
