import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pages } from './pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'hzm-pages-'));
const listening: Server[] = [];
let port = 0;

async function serve(from: string): Promise<number> {
  const app = express();
  app.set('etag', false);
  app.get('/{*screen}', pages(from), (_request, response) => void response.status(404).end());
  const server = app.listen(0, '127.0.0.1');
  listening.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  for (const language of ['tr', 'en']) {
    mkdirSync(join(folder, language));
    for (const name of ['index', 'login', 'screen'])
      writeFileSync(join(folder, language, `${name}.html`), `${language} ${name} {origin}/x`);
  }
  port = await serve(folder);
});
afterAll(() => {
  for (const server of listening) server.close();
  rmSync(folder, { recursive: true });
});

/** Sends a request as a browser does, returning the raw bytes. */
const get = (path: string, headers: Readonly<Record<string, string>> = {}, at = port) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }>(
    (resolve, reject) => {
      request(
        { host: '127.0.0.1', port: at, path, headers: { host: 'hzm.example', ...headers } },
        response => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({
              status: response.statusCode!,
              headers: response.headers,
              bytes: Buffer.concat(chunks),
            }),
          );
        },
      )
        .on('error', reject)
        .end();
    },
  );
const text = async (path: string, headers?: Readonly<Record<string, string>>) =>
  (await get(path, headers)).bytes.toString();

it.each([
  ['/', 'index'],
  ['/login', 'login'],
  ['/login?redirect=/projects', 'login'],
  ['/projects/1/data', 'screen'],
  ['/screen', 'screen'],
  ['/../tr/index', 'screen'],
  ['/%2e%2e%2fen%2flogin', 'screen'],
])('%s is served by %s', async (path, name) => {
  expect(await text(path)).toBe(`tr ${name} http://hzm.example/x`);
});

it.each([
  [{}, 'tr'],
  [{ 'accept-language': 'en-GB,en;q=0.9' }, 'en'],
  [{ 'accept-language': 'de,tr;q=0.5,en;q=0.4' }, 'tr'],
  [{ 'accept-language': 'de' }, 'tr'],
  [{ 'accept-language': '*' }, 'tr'],
  [{ 'accept-language': 'tr', cookie: 'a=b; preferred-language=en' }, 'en'],
  [{ 'accept-language': 'en', cookie: 'preferred-language=tr' }, 'tr'],
  [{ 'accept-language': 'en', cookie: 'preferred-language=../../x' }, 'en'],
])('%j is answered in %s', async (headers, language) => {
  const answer = await get('/', headers);
  expect([
    answer.bytes.toString().slice(0, 2),
    answer.headers['content-language'],
    answer.headers.vary,
  ]).toEqual([language, language, 'Accept-Encoding, Accept-Language, Cookie']);
});

it('a page is compressed as the browser accepts', async () => {
  const [br, gzip, plain] = await Promise.all(
    ['gzip, deflate, br', 'gzip', 'identity'].map(encoding =>
      get('/', { 'accept-encoding': encoding }),
    ),
  );
  expect([br, gzip, plain].map(answer => answer!.headers['content-encoding'])).toEqual([
    'br',
    'gzip',
    undefined,
  ]);
  expect([brotliDecompressSync(br!.bytes), gunzipSync(gzip!.bytes)].map(String)).toEqual([
    String(plain!.bytes),
    String(plain!.bytes),
  ]);
});

it('an unchanged page answers 304', async () => {
  const first = await get('/');
  expect(first.headers['cache-control']).toBe('no-cache');
  const again = await get('/', { 'if-none-match': first.headers.etag! });
  expect([again.status, again.bytes.length, again.headers.etag]).toEqual([
    304,
    0,
    first.headers.etag,
  ]);
  expect((await get('/login', { 'if-none-match': first.headers.etag! })).status).toBe(200);
});

it('a page names its own origin, but no invalid one', async () => {
  expect(await text('/', { host: '[::1]:3000' })).toBe('tr index http://[::1]:3000/x');
  expect(await text('/', { host: 'a"><script>.example' })).toBe('tr index /x');
});

it('pages are compressed for a bounded number of origins, and name none to clients that keep inventing them', async () => {
  const own = await serve(folder);
  const said = async (host: string) => (await get('/', { host }, own)).bytes.toString();
  expect(await said('hzm.example')).toBe('tr index http://hzm.example/x');
  const invented = [];
  for (let n = 0; n < 300; n++) {
    invented.push(await said(`h${n}.example`));
    // A page in use stays cached.
    expect(await said('hzm.example')).toBe('tr index http://hzm.example/x');
  }
  expect(invented.filter(page => page.includes('.example'))).toHaveLength(119);
  expect(invented.at(-1)).toBe('tr index /x');
});

it('pages answer 404 before they are built', async () => {
  expect((await get('/', {}, await serve(join(folder, 'nowhere')))).status).toBe(404);
});
