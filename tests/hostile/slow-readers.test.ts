import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MIB } from '@hzm/services/core/ports/byte-budget';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveApart, type Apart, type Reply } from './apart.ts';

/** Lists of 20 MB, of which an account has three at once. */
const ROWS = 20;
const READERS = 32;
const MAX_MEMORY = 900 * MIB;

let server: Apart;
const directory = mkdtempSync(join(tmpdir(), 'hzm-'));
const sockets: Socket[] = [];
let projectId = '';
let session: { readonly authorization: string };

beforeAll(async () => {
  server = await serveApart({ HZM_DATA_DIR: directory });
  const person = { name: 'Ayşe', email: 'ayse@example.com', password: 'gizli-1' };
  const { data } = (await server.ask('POST', '/auth/register', person)).body;
  session = { authorization: `Bearer ${data.token}` };
  projectId = data.project.id;
}, 60_000);
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

const asked = async (method: string, path: string, body?: unknown): Promise<Reply['body']> => {
  const answer = await server.ask(method, path, body, session);
  expect([path, answer.status]).toEqual([path, answer.status < 300 ? answer.status : 200]);
  return answer.body.data;
};

/** Asks for a large list; resolves to the status once it comes, and reads no further. */
function unread(path: string): Promise<number> {
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  const headers = `Host: 127.0.0.1\r\nAuthorization: ${session.authorization}`;
  socket.write(`GET /api/v1${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
  return new Promise(resolve => {
    socket.once('readable', () => resolve(Number(String(socket.read(12)).slice(9))));
  });
}

it('clients that do not read their large answers fill the memory up to a bound by account', async () => {
  const { id } = (await asked('POST', `/tables/project/${projectId}`, { name: 'Belgeler' })).table;
  await asked('POST', `/tables/${projectId}/${id}/fields`, { name: 'ad', type: 'text' });
  for (let i = 0; i < ROWS; i++)
    await asked('POST', `/data/table/${id}/rows`, { ad: 'x'.repeat(1_000_000) });
  const statuses = await Promise.all(
    Array.from({ length: READERS }, () => unread(`/data/table/${id}?limit=${ROWS}`)),
  );
  // The system takes some MB of an answer, so that one more may fit.
  expect(statuses.filter(status => status === 200).length).toBeLessThan(READERS / 3);
  expect(statuses.filter(status => status !== 200 && status !== 503)).toEqual([]);
  expect(server.peak()).toBeLessThan(MAX_MEMORY);
  // Writes are answered, and so are reads with small answers.
  await asked('POST', `/data/table/${id}/rows`, { ad: 'y'.repeat(1_000_000) });
  expect((await asked('GET', `/tables/project/${projectId}`)).tables).toHaveLength(1);
}, 90_000);
