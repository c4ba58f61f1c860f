import { SharedReadModel } from '@hzm/services/core/read-model/shared-read-model';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { mongodb } from '../run/engines.ts';
import { needs } from '../run/needs.ts';
import { Installation } from './installation.ts';

describe('while no process writes the views', needs(mongodb), () => {
  const home = new Installation(true);
  let session: Readonly<Record<string, string>>;
  let [projectId, tableId] = ['', ''];
  let socket: Socket | undefined;

  beforeAll(async () => {
    await home.start();
    ({ projectId, session } = await home.register('Ayse'));
    tableId = await home.table(projectId, session, 'Kayıt', 'ad');
  }, 60_000);
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    socket?.close();
    await home.forget();
  });

  it('nobody reads, writes or watches by rights that may have ended, and afterwards everybody does', async () => {
    const rows = `/data/table/${tableId}`;
    vi.spyOn(SharedReadModel.prototype, 'isUnwritten', 'get').mockReturnValue(true);
    const answers = await Promise.all([
      home.ask('GET', rows, undefined, session),
      home.ask('POST', `${rows}/rows`, { ad: 'x' }, session),
      home.ask('GET', `/projects/${projectId}/history`, undefined, session),
      home.ask('GET', '/projects', undefined, session),
    ]);
    expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
      answers.map(() => [503, '2']),
    );
    socket = io(home.origin, { auth: { token: session['authorization']!.slice(7) } });
    const watched = (topic: string): Promise<unknown> => socket!.emitWithAck('watch', { topic });
    expect(await watched(`table:${tableId}`)).toMatchObject({ code: 'NOT_READY' });
    // The first account administrates: it sees why.
    expect((await home.ask('GET', '/admin/status', undefined, session)).status).toBe(200);
    expect((await home.ask('GET', '/health')).body).toMatchObject({
      data: { status: 'degraded' },
    });

    vi.restoreAllMocks();
    expect((await home.ask('GET', rows, undefined, session)).body.data.rows).toEqual([]);
    expect(await watched(`table:${tableId}`)).toMatchObject({ success: true });
  });
});
