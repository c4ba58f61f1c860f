import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GridFileStore } from '@hzm/infra/files/mongodb/grid-file-store';
import { makeBackup } from '@hzm/infra/server/backup/make-backup';
import { restore } from '@hzm/infra/server/backup/restore';
import { openSources, type Where } from '@hzm/infra/server/backup/sources';
import { migrate } from '@hzm/infra/server/migrate/migrate';
import { start, type Running } from '@hzm/infra/server/start';
import type { FileStore } from '@hzm/services/core/ports/file-store';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventStoreDbServer } from '../engines/eventstoredb/server.ts';
import { mongodb, newMongoAddress } from '../run/engines.ts';
import { needs } from '../run/needs.ts';
import { run } from '../run/process.ts';

const secret = Buffer.from('a secret for tests only, long enough for a file');
const person = { name: 'Ada', email: 'ada@example.com', password: 'gizli-1' };
const quiet = (): void => undefined;
let directory = '';
const closing: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hzm-files-'));
  process.env['HZM_SECRET'] = secret.toString();
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  delete process.env['HZM_SECRET'];
  rmSync(directory, { recursive: true });
});
const at = (name: string): string => join(directory, name);

async function served(
  name: string,
  more: Partial<Parameters<typeof start>[0]> = {},
): Promise<Running> {
  mkdirSync(at(name), { recursive: true });
  const running = await start({
    port: 0,
    host: '127.0.0.1',
    dataDirectory: at(name),
    secret,
    ...more,
  });
  let open: Promise<void> | undefined;
  const close = () => (open ??= running.close());
  closing.push(close);
  return { ...running, close };
}
async function engine(): Promise<string> {
  const server = await new EventStoreDbServer().start();
  closing.push(async () => {
    server.kill();
  });
  return server.address;
}
/** A store of files that is closed with the test. */
function files(address: string): FileStore {
  const store = new GridFileStore(address);
  closing.push(() => store.close());
  return store;
}
const namesIn = async (store: FileStore): Promise<string[]> => {
  const names: string[] = [];
  for await (const { partition, name } of store.entries()) names.push(`${partition}/${name}`);
  return names.toSorted();
};

const ask = async (
  { port }: Running,
  method: string,
  path: string,
  body?: unknown,
  token = '',
  // oxlint-disable-next-line typescript/no-explicit-any -- as it comes
): Promise<any> => {
  const isFile = body instanceof Uint8Array;
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method,
    headers: {
      ...(!isFile && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: isFile ? Buffer.from(body) : JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data: unknown };
  expect([path, response.ok], JSON.stringify(answer)).toEqual([path, true]);
  return answer.data;
};

interface Sent {
  readonly threadId: string;
  /** Contents of the files, by path. */
  readonly digests: Readonly<Record<string, string>>;
}
const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Returns what a person finds in a thread on this server. */
async function found(
  server: Running,
  { threadId, digests }: Sent,
): Promise<Record<string, string>> {
  const { token } = await ask(server, 'POST', '/auth/login', {
    email: person.email,
    password: person.password,
  });
  return Object.fromEntries(
    await Promise.all(
      Object.keys(digests).map(async path => {
        const response = await fetch(
          `http://127.0.0.1:${server.port}/api/v1/threads/${threadId}/attachments/${path}`,
          { headers: { authorization: `Bearer ${token}` } },
        );
        return [
          path,
          response.ok ? digestOf(Buffer.from(await response.arrayBuffer())) : `${response.status}`,
        ] as const;
      }),
    ),
  );
}

/**
 * A thread whose messages have files: large ones, one of a letter, and a picture with its
 * thumbnail.
 */
async function written(server: Running): Promise<Sent> {
  const { token, project } = await ask(server, 'POST', '/auth/register', person);
  const { id: threadId } = await ask(
    server,
    'POST',
    '/threads',
    { project_id: project.id, title: 'Konu', initialMessage: 'Merhaba' },
    token,
  );
  const contents = [
    ...Array.from({ length: 8 }, (_, i) => [`${i}.bin`, randomBytes(400_000 + i)] as const),
    ['bir.txt', Buffer.from('a')] as const,
    [
      'foto.png',
      await sharp({ create: { width: 900, height: 500, channels: 3, background: '#c026d3' } })
        .png()
        .toBuffer(),
    ] as const,
  ];
  const paths: Record<string, string> = {};
  for (const [name, bytes] of contents) {
    const { attachment } = await ask(
      server,
      'POST',
      `/threads/${threadId}/attachments?file_name=${name}`,
      bytes,
      token,
    );
    await ask(
      server,
      'POST',
      `/threads/${threadId}/messages`,
      { content: name, attachments: [{ id: attachment.id }] },
      token,
    );
    paths[attachment.id] = digestOf(bytes);
    if (attachment.is_image) paths[`${attachment.id}/thumbnail`] = '';
  }
  const sent = { threadId, digests: paths };
  const digests = await found(server, sent);
  expect(digests).toMatchObject(
    Object.fromEntries(Object.entries(paths).filter(([, digest]) => digest !== '')),
  );
  return { threadId, digests };
}

describe('files of messages', needs(mongodb), () => {
  it(
    'move from the disk to GridFS and back, however often that breaks off and is begun again',
    { timeout: 120_000 },
    async () => {
      const first = await served('a');
      const sent = await written(first);
      await first.close();
      const [log, views] = [await engine(), newMongoAddress()];
      const grid = files(views);
      const moving = { from: at('a'), to: log, toKeys: views };
      // Killed while files are on their way.
      const program = run({ HZM_SECRET: secret.toString() }, '', [
        'infra/server/migrate/main.ts',
        '--from',
        moving.from,
        '--to',
        moving.to,
        '--to-keys',
        moving.toKeys,
      ]);
      await expect
        .poll(async () => (await namesIn(grid)).length, { interval: 1, timeout: 30_000 })
        .toBeGreaterThan(0);
      program.process.kill('SIGKILL');
      await program.ended;
      const count = Object.keys(sent.digests).length;
      expect(await migrate(moving, quiet)).toMatchObject({ isWhole: true, files: count });
      const once = await namesIn(grid);
      expect(once).toHaveLength(count);
      expect(await migrate(moving, quiet)).toMatchObject({ files: count });
      expect(await namesIn(grid)).toEqual(once);
      const second = await served('engines', { eventStore: log, readModel: views });
      expect(await found(second, sent)).toEqual(sent.digests);
      expect(existsSync(at('engines/files'))).toBe(false);
      await second.close();

      // Back; something half was left there by an attempt before.
      mkdirSync(at('back'), { recursive: true });
      const back = { from: log, fromKeys: views, to: at('back') };
      const [partition, name] = once[0]!.split('/') as [string, string];
      mkdirSync(at(`back/files/${partition}`), { recursive: true });
      writeFileSync(at(`back/files/${partition}/${name}`), 'half');
      expect(await migrate(back, quiet)).toMatchObject({ isWhole: true, files: count });
      expect(await migrate(back, quiet)).toMatchObject({ files: count });
      const third = await served('back');
      expect(await found(third, sent)).toEqual(sent.digests);
      expect(readdirSync(at(`back/files/${partition}`))).toHaveLength(count);
    },
  );

  it(
    'are in a backup wherever they lie, and come back wherever it is restored',
    { timeout: 120_000 },
    async () => {
      const backedUp = async (where: Where, file: string) => {
        await using held = new AsyncDisposableStack();
        return await makeBackup(await openSources(where, held), {
          file: at(file),
          now: () => new Date(),
        });
      };
      const first = await served('a');
      const sent = await written(first);
      await first.close();
      const count = Object.keys(sent.digests).length;
      expect(await backedUp({ dataDirectory: at('a'), secret }, 'one.backup')).toMatchObject({
        files: count,
      });

      const [log, views] = [await engine(), newMongoAddress()];
      const there = {
        file: at('one.backup'),
        to: log,
        toKeys: views,
        dataDirectory: at('engines'),
        secret,
      };
      expect(await restore(there, quiet)).toMatchObject({ files: count });
      const second = await served('engines', { eventStore: log, readModel: views });
      expect(await found(second, sent)).toEqual(sent.digests);
      expect(
        await backedUp(
          { dataDirectory: at('engines'), eventStore: log, readModel: views, secret },
          'two.backup',
        ),
      ).toMatchObject({ files: count });
      await second.close();
      expect(
        await restore(
          { file: at('two.backup'), to: at('b'), dataDirectory: at('b'), secret },
          quiet,
        ),
      ).toMatchObject({ files: count });
      expect(await found(await served('b'), sent)).toEqual(sent.digests);
    },
  );
});
