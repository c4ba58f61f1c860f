import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { serve, type Headed } from '../http/serve.ts';
import { serveApart, type Apart } from './apart.ts';

const MEBIBYTE = 1_048_576;
/** A body of about 1 MiB with this many different names. */
const names = (count: number): string =>
  `{${Array.from({ length: count }, (_, n) => `"n${n}":1`).join(',')}}`;
const json = { 'content-type': 'application/json' };

describe('a body that costs more than it should', () => {
  const { origin, ask, register, table } = serve();
  let owner: Awaited<ReturnType<typeof register>>;
  let rows = '';
  beforeAll(async () => {
    owner = await register('Ayse');
    rows = `/data/table/${await table(owner.projectId, owner.session, 'Kayıtlar', { ad: 'string', bilgi: 'object', liste: 'array' })}/rows`;
  });
  const port = (): number => Number(new URL(origin()).port);
  const post = async (path: string, body: string | Buffer<ArrayBuffer>, headers: Headed = {}) => {
    const response = await fetch(`${origin()}/api/v1${path}`, {
      method: 'POST',
      headers: { ...json, ...headers },
      body,
    });
    const { code, error } = (await response.json()) as { code?: string; error?: string };
    return { status: response.status, code, error };
  };

  it.each([
    '/auth/login',
    '/auth/register',
    '/auth/password/forgotten',
    '/auth/password/reset',
    '/notifications/mails/stop',
  ])('%s takes 16 KiB at most, inflated', async path => {
    const small = JSON.stringify({ email: 'x'.repeat(16_000) });
    const large = JSON.stringify({ email: 'x'.repeat(16 * 1024) });
    expect((await post(path, small)).status).toBe(400);
    expect(await post(path, large, { 'accept-language': 'en' })).toEqual({
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
      error: 'What is sent may have at most 16 KiB',
    });
    for (const [encoding, packed] of [
      ['gzip', gzipSync(large)],
      ['br', brotliCompressSync(large)],
    ] as const)
      expect((await post(path, packed, { 'content-encoding': encoding })).status).toBe(413);
    expect((await post(path, gzipSync(small), { 'content-encoding': 'gzip' })).status).toBe(400);
    expect((await post(path, small, { 'content-encoding': 'gzip' })).status).toBe(400);
    expect((await post(path, small, { 'content-encoding': 'toString' })).status).toBe(415);
  });

  it('never comes whole, on many connections: refused beyond 64 MiB of an account, inflated', async () => {
    const body = gzipSync(' '.repeat(MEBIBYTE - 1), { finishFlush: constants.Z_SYNC_FLUSH });
    const head = [
      `POST /api/v1${rows} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      'Content-Encoding: gzip',
      `Authorization: ${owner.session['authorization']}`,
      `Content-Length: ${body.length + 1}`,
    ];
    const refused = Promise.withResolvers<string>();
    const open = Array.from({ length: 70 }, () => {
      const socket = connect(port(), '127.0.0.1').on('error', () => undefined);
      socket.once('data', data => refused.resolve(data.toString('latin1', 0, 12)));
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      socket.write(body);
      return socket;
    });
    onTestFinished(() => open.forEach(socket => socket.destroy()));
    expect(await refused.promise).toBe('HTTP/1.1 503');
    const { session } = await register('Deniz');
    expect((await post('/projects', '{"name":"Stok"}', session)).status).toBe(201);
  });

  it('comes byte by byte: its connection ends, while one of short lines is taken', async () => {
    const head = [
      'POST /api/v1/projects HTTP/1.1',
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      `Authorization: ${owner.session['authorization']}`,
      'Transfer-Encoding: chunked',
    ].join('\r\n');
    const answerTo = (piece: string, count: number): Promise<string> => {
      const { promise, resolve } = Promise.withResolvers<string>();
      const socket = connect(port(), '127.0.0.1').on('error', () => undefined);
      let text = '';
      socket.on('data', data => {
        text += data.toString('latin1', 0, 12);
        socket.destroy();
      });
      socket.once('close', () => resolve(text));
      const chunk = `${piece.length.toString(16)}\r\n${piece}\r\n`;
      socket.write(`${head}\r\n\r\n2\r\n[]\r\n${chunk.repeat(count)}0\r\n\r\n`);
      return promise;
    };
    expect(await answerTo(' ', 200_000)).toBe('');
    expect(await answerTo(' '.repeat(20), 20_000)).toBe('HTTP/1.1 400');
  });

  it('is not asked for by requests that wait for each other: 64 on a connection, then it ends', async () => {
    const heard = (count: number): Promise<string> => {
      const { promise, resolve } = Promise.withResolvers<string>();
      const socket = connect(port(), '127.0.0.1').on('error', () => undefined);
      let text = '';
      const answers = (): number => text.split('HTTP/1.1 200').length - 1;
      socket.on('data', data => {
        text += data.toString('latin1');
        if (answers() === count) socket.destroy();
      });
      socket.once('close', () => resolve(`${answers()} of ${count}`));
      socket.write('GET /api/v1/health HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count));
      return promise;
    };
    expect(await heard(60)).toBe('60 of 60');
    expect(await heard(200)).not.toBe('200 of 200');
  });

  it('is inflated up to its bound, also for a caller who is known', async () => {
    const bomb = gzipSync(JSON.stringify({ ad: 'x'.repeat(50 * MEBIBYTE) }));
    expect((await post(rows, bomb, { ...owner.session, 'content-encoding': 'gzip' })).status).toBe(
      413,
    );
  });

  it('is refused for 20,000 names and values where it holds no rows', async () => {
    const path = `/tables/project/${owner.projectId}`;
    expect(await post(path, names(10_001), { ...owner.session, 'accept-language': 'en' })).toEqual({
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
      error: 'What is sent may have at most 20,000 names and values',
    });
    expect((await post(path, `{"name":[${'1,'.repeat(20_000)}1]}`, owner.session)).status).toBe(
      413,
    );
    expect((await post(path, names(9_000), owner.session)).status).toBe(400);
  });

  it('is refused for 5,000 different names where it holds rows; a bulk and a long list as large as a body may be are taken', async () => {
    const own = { ...owner.session, 'accept-language': 'en' };
    expect(await post(rows, `{"bilgi":${names(90_000)}}`, own)).toEqual({
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
      error: 'What is sent may have at most 5,000 different names',
    });
    expect(
      (await ask('POST', rows, { liste: Array.from({ length: 400_000 }, () => 1) }, owner.session))
        .status,
    ).toBe(201);
    expect(
      (
        await ask(
          'POST',
          rows,
          { bilgi: Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`n${n}`, n])) },
          owner.session,
        )
      ).status,
    ).toBe(201);
    const bilgi = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`n${n}`, 1]));
    expect(
      (
        await ask(
          'POST',
          `${rows}/bulk`,
          { rows: Array.from({ length: 1_000 }, () => ({ bilgi })) },
          owner.session,
        )
      ).status,
    ).toBe(200);
  });

  it.each([
    ['parameters', 'a=1&'.repeat(1_001)],
    ['brackets', Array.from({ length: 81 }, (_, n) => `a[b][c][d][e][${n}]=1`).join('&')],
    [
      'brackets in another spelling',
      Array.from({ length: 401 }, (_, n) => `a%5B${n}%5d=1`).join('&'),
    ],
  ])('is refused for too many %s in the address', async (_, query) => {
    const refused = await fetch(`${origin()}/api/v1${rows.replace('/rows', '')}?${query}`, {
      headers: { ...owner.session, 'accept-language': 'en' },
    });
    expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([
      400,
      'There are too many parameters in the address',
    ]);
  });

  it('takes fifty conditions in the address', async () => {
    const query = Array.from({ length: 50 }, () => 'filter[ad][ne]=x').join('&');
    expect(
      (await ask('GET', `${rows.replace('/rows', '')}?${query}`, undefined, owner.session)).status,
    ).not.toBe(413);
  });

  /**
   * Sends a head and the begin of a body that never ends; what came back until the connection
   * ended, and how much went out.
   */
  const begin = async (head: string): Promise<{ answer: string; sent: number }> => {
    const socket = connect(port(), '127.0.0.1');
    let [answer, sent] = ['', 0];
    socket
      .on('error', () => undefined)
      .on('data', chunk => {
        answer += chunk.toString();
      });
    socket.write(
      `${head}\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const chunk = `${(65_536).toString(16)}\r\n${' '.repeat(65_536)}\r\n`;
    const more = (): void => {
      if (socket.destroyed || sent > 64 * MEBIBYTE) return;
      sent += 65_536;
      if (socket.write(chunk)) setImmediate(more);
      else socket.once('drain', more);
    };
    more();
    await new Promise(resolve => {
      socket.once('close', resolve);
    });
    return { answer, sent };
  };
  it.each([
    ['without credentials', 'PUT /api/v1/projects/x HTTP/1.1', 401],
    ['with wrong credentials', 'POST /api/v1/projects HTTP/1.1\r\nAuthorization: Bearer x', 401],
    ['to nowhere', 'POST /api/v1/nowhere HTTP/1.1', 404],
    ['to a page', 'POST /login HTTP/1.1', 404],
    ['to a file', 'POST /locales/tr/common.json HTTP/1.1', 405],
    ['too large', 'POST /api/v1/auth/login HTTP/1.1', 413],
    ['with a method that the path lacks', 'PATCH /api/v1/projects HTTP/1.1', 405],
  ])(
    'is answered %s without being read to its end, and the connection ends',
    async (_, head, status) => {
      const { answer, sent } = await begin(head);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      // Beside what is dropped, the buffers of both ends hold some.
      expect(sent).toBeLessThan(32 * MEBIBYTE);
    },
  );

  it('leaves a connection that can be used again, or says that it ends', async () => {
    for (const size of [100_000, 900_000, 2_000_000, 900_000]) {
      for (let n = 0; n < 5; n++)
        expect(
          (await post('/auth/login', JSON.stringify({ email: 'x'.repeat(size) }))).status,
        ).toBe(413);
    }
  });
});

describe('a crowd of large bodies from strangers', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hzm-'));
  let server: Apart;
  beforeAll(async () => {
    server = await serveApart({ HZM_DATA_DIR: directory });
  }, 30_000);
  afterAll(async () => {
    await server.close();
    rmSync(directory, { recursive: true });
  });

  it.each([
    ['POST', '/auth/login'],
    ['POST', '/projects'],
    ['PUT', '/nowhere'],
  ])(
    'costs the server less than a turn of others: %s %s',
    async (method, path) => {
      await server.ask('GET', '/health');
      const body = names(95_000);
      const { result, turn } = await server.turnDuring(() =>
        Promise.all(
          Array.from({ length: 20 }, () =>
            server.ask(method, path, body).then(
              ({ status }) => status,
              () => 0,
            ),
          ),
        ),
      );
      // A client that still sends when it is refused may miss the answer.
      expect(result.every(status => status === 0 || (status >= 400 && status < 500))).toBe(true);
      expect(turn).toBeLessThan(100);
    },
    30_000,
  );
});

describe('an address that never shows who it is', () => {
  const { ask, register } = serve();
  it('is counted before its body is read: 600 logins a minute, whatever they hold', async () => {
    const { session } = await register('Ece');
    const statuses = (
      await Promise.all(Array.from({ length: 602 }, () => ask('POST', '/auth/login', { email: 1 })))
    ).map(({ status }) => status);
    expect(statuses.filter(status => status === 400)).toHaveLength(600);
    expect(statuses.filter(status => status === 429)).toHaveLength(2);
    expect(
      (
        await ask(
          'POST',
          '/auth/login',
          { email: 'ece@example.com', password: 'gizli-1' },
          { 'x-forwarded-for': '203.0.113.7' },
        )
      ).status,
    ).toBe(200);
    expect((await ask('GET', '/projects', undefined, session)).status).toBe(200);
  });
});
