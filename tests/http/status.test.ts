import { projections } from '@hzm/projections/registry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask as raw, hangUp } from '../hostile/raw.ts';
import { serve, type Headed } from './serve.ts';

const { ask, origin, register, table } = serve();
let admin: Headed;
let person: Headed;
let tableId = '';

beforeAll(async () => {
  const first = await register('Yonetici');
  admin = first.session;
  tableId = await table(first.projectId, admin, 'Ürünler', { ad: 'string' });
  person = (await register('Kisi')).session;
});

afterAll(hangUp);

// oxlint-disable-next-line typescript/no-explicit-any -- as it comes
const status = async (): Promise<any> =>
  (await ask('GET', '/admin/status', undefined, admin)).body.data;

describe('how everything does', () => {
  it('is told to administrators only', async () => {
    expect([
      (await ask('GET', '/admin/status')).status,
      (await ask('GET', '/admin/status', undefined, person)).status,
    ]).toEqual([401, 403]);
  });

  it('names processes, views and stores', async () => {
    const { processes, views, eventStore, readModel } = await status();
    expect(processes.length).toBeGreaterThan(0);
    expect(processes.flatMap((one: { roles: string[] }) => one.roles).toSorted()).toEqual([
      'api',
      'projector',
      'realtime',
    ]);
    expect(processes.filter((one: { isWriter: boolean }) => one.isWriter)).toHaveLength(1);
    expect(views.map((view: { name: string }) => view.name).toSorted()).toEqual(
      projections.map(({ name }) => name).toSorted(),
    );
    expect(
      views.every(
        (view: { paused: unknown; rebuilding: unknown }) =>
          view.paused === null && view.rebuilding === null,
      ),
    ).toBe(true);
    expect([eventStore.isReachable, readModel.isReachable, eventStore.size > 0]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('counts what is done and what is refused', async () => {
    for (const ad of ['a', 'b', 'c'])
      await ask('POST', `/data/table/${tableId}/rows`, { ad }, admin);
    await ask('POST', `/data/table/${tableId}/rows`, { yok: 1 }, admin);
    const sum = (counts: number[]): number => counts.reduce((all, one) => all + one, 0);
    await expect
      .poll(
        async () => {
          const { processes } = await status();
          return [
            processes.some(({ commands }: { commands: number[] }) => sum(commands) >= 4),
            processes.every(({ events }: { events: number[] }) => sum(events) >= 3),
            processes.some(
              ({ refusals }: { refusals: Record<string, number> }) =>
                refusals['VALIDATION_ERROR'] === 1,
            ),
          ];
        },
        { timeout: 5_000 },
      )
      .toEqual([true, true, true]);
    await expect
      .poll(async () =>
        (await status()).views.every(
          (view: { lagEvents: number; lagSeconds: number }) =>
            view.lagEvents === 0 && view.lagSeconds === 0,
        ),
      )
      .toBe(true);
  });

  it('tells the last hour minute by minute, whoever did it', async () => {
    const sum = (counts: number[]): number => counts.reduce((all, one) => all + one, 0);
    await expect
      .poll(
        async () => {
          const { hour } = await status();
          return [
            hour.commands.length,
            sum(hour.commands) >= 4,
            sum(hour.refusals) >= 3,
            hour.p95.some((ms: number | null) => ms !== null && ms > 0),
            hour.slow.length > 0 && hour.slow.length <= 5,
          ];
        },
        { timeout: 5_000 },
      )
      .toEqual([60, true, true, true, true]);
    const { hour, processes } = await status();
    expect(Math.abs(hour.minute - Math.floor(Date.now() / 60_000))).toBeLessThanOrEqual(1);
    expect(processes.every((one: object) => !('hour' in one) && !('online' in one))).toBe(true);
  });

  it('takes what is asked for views that there are', async () => {
    expect((await ask('POST', '/admin/views/rows/retry', {}, admin)).status).toBe(200);
    expect((await ask('POST', '/admin/views/nothing/retry', {}, admin)).status).toBe(404);
    expect((await ask('POST', '/admin/views/rows/retry', {}, person)).status).toBe(403);
  });
});

describe('metrics', () => {
  const metrics = (headers: Headed = {}): Promise<Response> =>
    fetch(`${origin()}/api/v1/metrics`, { headers });

  it("are Prometheus's, the same figures", async () => {
    const response = await metrics();
    const text = await response.text();
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(text).toMatch(/^hzm_commands_total [1-9]/m);
    expect(text).toMatch(/^hzm_view_lag_events\{view="rows"\} 0$/m);
    expect(text).toMatch(/^hzm_refusals_total\{code="VALIDATION_ERROR"\} 1$/m);
    expect(text).toMatch(/^hzm_up\{store="event_store"\} 1$/m);
    const again = await (await metrics()).text();
    expect(Number(/^hzm_commands_total (\d+)/m.exec(again)![1])).toBeGreaterThanOrEqual(
      Number(/^hzm_commands_total (\d+)/m.exec(text)![1]),
    );
  });

  it('are not for a page of another site whose name resolves to this machine', async () => {
    const port = Number(new URL(origin()).port);
    const statusFor = async (host: string, more: Headed = {}) =>
      (await raw(port, 'GET', '/api/v1/metrics', { host, ...more }, undefined))!.status;
    expect([
      await statusFor(`evil.example:${port}`),
      await statusFor(`evil.example:${port}`, person),
      await statusFor(`evil.example:${port}`, admin),
    ]).toEqual([401, 403, 200]);
    for (const host of ['localhost', `localhost:${port}`, `127.0.0.1:${port}`, '[::1]'])
      expect([host, await statusFor(host)]).toEqual([host, 200]);
  });

  it('are not for strangers behind a proxy', async () => {
    const far = { 'x-forwarded-for': '192.0.2.7' };
    expect([
      (await metrics(far)).status,
      (await metrics({ ...far, ...person })).status,
      (await metrics({ ...far, ...admin })).status,
    ]).toEqual([401, 403, 200]);
  });
});

describe('health', () => {
  it('is ok when everything answers', async () => {
    expect((await ask('GET', '/health')).body.data).toMatchObject({
      status: 'ok',
      projections: { rows: { paused: null } },
    });
    expect((await ask('GET', '/health/database')).body.data.status).toBe('ok');
  });
});
