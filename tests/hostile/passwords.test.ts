import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Answer, type Headed } from '../http/serve.ts';

const { ask, origin, register } = serve();
const from = (address: string): Headed => ({ 'x-forwarded-for': address });
let owner: Awaited<ReturnType<typeof register>>;
beforeAll(async () => {
  owner = await register('Ayse');
  await register('Can');
  await register('Deniz');
  await ask(
    'POST',
    `/projects/${owner.projectId}/protection`,
    { password: 'kilit' },
    owner.session,
  );
});

const protection = (password: string, address: string): Promise<Answer> =>
  ask(
    'DELETE',
    `/projects/${owner.projectId}/protection`,
    { password },
    { ...owner.session, ...from(address) },
  );
const deletion = (password: string, address: string): Promise<Answer> =>
  ask(
    'DELETE',
    `/projects/${owner.projectId}`,
    { protectionPassword: password },
    { ...owner.session, ...from(address) },
  );
const login = (email: string, password: string, address: string): Promise<Answer> =>
  ask('POST', '/auth/login', { email, password }, from(address));

describe('a crowd of passwords from one address', () => {
  it('keeps nobody else waiting: neither a login from elsewhere nor a file', async () => {
    // The first time, everything is loaded.
    await login('can@example.com', 'gizli-1', '192.0.2.1');
    const alone = performance.now();
    await login('can@example.com', 'gizli-1', '192.0.2.1');
    const aloneMs = performance.now() - alone;

    let judged = 0;
    const crowd = Array.from({ length: 600 }, (_, n) =>
      (n % 2
        ? protection('yanlış', '198.51.100.1')
        : login(`n${n}@example.com`, 'yanlış', '198.51.100.1')
      ).then(answer => {
        if (answer.status !== 429) judged++;
        return answer;
      }),
    );
    await expect.poll(() => judged, { interval: 5 }).toBeGreaterThan(0);
    const before = judged;
    const asked = performance.now();
    const [mine, file] = await Promise.all([
      login('can@example.com', 'gizli-1', '192.0.2.1').then(answer => ({
        status: answer.status,
        judged,
        ms: performance.now() - asked,
      })),
      fetch(`${origin()}/locales/tr/common.json`).then(async response => ({
        status: response.status,
        bytes: (await response.arrayBuffer()).byteLength,
        judged,
      })),
    ]);
    expect([mine.status, file.status]).toEqual([200, 200]);
    // Among the attempts that came first, only those being hashed and one turn of the queue go
    // ahead.
    expect(mine.judged - before).toBeLessThan(20);
    expect(file.judged - before).toBeLessThan(20);
    expect(mine.ms).toBeLessThan(1_500 + 10 * aloneMs);

    const answers = await Promise.all(crowd);
    // Fifty from an address are judged, the others only refused, with when to come back.
    expect(judged).toBeLessThanOrEqual(50);
    expect(judged).toBeGreaterThan(10);
    expect(
      answers
        .filter(({ status }) => status === 429)
        .every(({ headers }) => Number(headers.get('retry-after')) > 0),
    ).toBe(true);
  }, 60_000);

  it('may guess the protection of a project ten times, whatever it wants to do with it and wherever it comes from', async () => {
    const { projectId, session } = await register('Ece');
    await ask('POST', `/projects/${projectId}/protection`, { password: 'kilit' }, session);
    const guess = (n: number, password = 'yanlış'): Promise<Answer> => {
      const headers = { ...session, ...from(`203.0.113.${n}`) };
      return n % 2
        ? ask('DELETE', `/projects/${projectId}`, { protectionPassword: password }, headers)
        : ask('DELETE', `/projects/${projectId}/protection`, { password }, headers);
    };
    const codes = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => (await guess(n)).body.code),
    );
    expect(codes.filter(code => code === 'PROTECTION_INVALID')).toHaveLength(10);
    expect(codes.filter(code => code === 'RATE_LIMIT_EXCEEDED')).toHaveLength(20);
    const right = await guess(100, 'kilit');
    expect([right.status, right.body.error]).toEqual([
      429,
      'Çok fazla deneme yapıldı. Lütfen 10-15 dakika bekleyip tekrar deneyin.',
    ]);
  });

  it('may guess the password of its account ten times, by whichever of its projects', async () => {
    const { projectId, session } = await register('Nil');
    const paths = [`/projects/${projectId}/protection`];
    const { body } = await ask('POST', '/projects', { name: 'Başka' }, session);
    paths.push(`/projects/${body.data.project.id}/protection`);
    for (const path of paths) await ask('POST', path, { password: 'kilit' }, session);
    const codes: string[] = [];
    for (let n = 0; n < 14; n++)
      codes.push((await ask('DELETE', paths[n % 2]!, { password: 'yanlış' }, session)).body.code);
    expect(codes).toEqual([
      ...Array.from({ length: 10 }, () => 'PROTECTION_INVALID'),
      ...Array.from({ length: 4 }, () => 'RATE_LIMIT_EXCEEDED'),
    ]);
    const change = { currentPassword: 'gizli-1', newPassword: 'gizli-2' };
    expect((await ask('PUT', '/auth/password', change, session)).body.code).toBe(
      'RATE_LIMIT_EXCEEDED',
    );
  });

  it('counts a right one for nothing', async () => {
    const { projectId, session } = await register('Fatma');
    for (let n = 0; n < 12; n++) {
      await ask('POST', `/projects/${projectId}/protection`, { password: 'kilit' }, session);
      expect(
        (await ask('DELETE', `/projects/${projectId}/protection`, { password: 'kilit' }, session))
          .status,
      ).toBe(200);
    }
  });

  it('is refused for all it tries once fifty were wrong, and others are not', async () => {
    const statuses = await Promise.all(
      Array.from(
        { length: 55 },
        async (_, n) => (await login(`x${n}@example.com`, 'yanlış', '198.51.100.9')).status,
      ),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 50 }, () => 401),
      ...Array.from({ length: 5 }, () => 429),
    ]);
    expect((await deletion('kilit', '198.51.100.9')).status).toBe(429);
    expect((await login('deniz@example.com', 'gizli-1', '192.0.2.2')).status).toBe(200);
  });
});
