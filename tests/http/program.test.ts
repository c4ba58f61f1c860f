import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run, type Program } from '../run/process.ts';

let directory: string;
const running: Program[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hzm-'));
});
afterEach(async () => {
  for (const program of running.splice(0)) {
    program.process.kill('SIGKILL');
    await program.ended;
  }
  rmSync(directory, { recursive: true, force: true });
});

function hzm(
  environment: Readonly<Record<string, string>> = {},
  shell?: string,
  words?: Parameters<typeof run>[2],
): Program {
  const program = run({ HZM_DATA_DIR: directory, ...environment }, shell, words);
  running.push(program);
  return program;
}

const post = (
  address: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
) =>
  fetch(`${address}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('starting', () => {
  it('names every wrong value at once, and leaves nothing behind', async () => {
    const program = hzm({
      PORT: 'x',
      HZM_SECRET: 'short',
      HZM_LOG_LEVEL: 'loud',
      HZM_REGISTER_PER_MINUTE: '-1',
      HZM_ADMIN_EMAIL: 'a@b.co',
    });
    expect(await program.ended).toBe(1);
    for (const name of [
      'PORT',
      'HZM_SECRET',
      'HZM_LOG_LEVEL',
      'HZM_REGISTER_PER_MINUTE',
      'HZM_ADMIN_EMAIL',
    ])
      expect(program.said()).toContain(name);
    expect(program.said()).not.toMatch(/\n\s+at /);
  });

  it('refuses a directory that another one uses; not one whose user was killed', async () => {
    const first = hzm();
    await first.ready;
    const second = hzm();
    expect(await second.ended).toBe(1);
    expect(second.said()).toContain(`${directory} is in use by another HZM`);
    first.process.kill('SIGKILL');
    await first.ended;
    await expect(hzm().ready).resolves.toContain('http://');
  });

  it('makes a workspace at the port that it got, and none where no server could start', async () => {
    const seed = (): Program => hzm({}, '', ['infra/server/seed/main.ts']);
    const first = seed();
    const address = await first.ready;
    await expect.poll(first.said, { timeout: 30_000 }).toContain(`${address}/api/v1/data/table/`);
    const second = seed();
    expect(await second.ended).toBe(1);
    expect(second.said().trim().split('\n')).toEqual([
      expect.stringContaining('in use by another HZM'),
    ]);
  }, 40_000);

  it('says when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const program = hzm({ PORT: String(port) });
    expect(await program.ended).toBe(1);
    expect(program.said()).toContain(`PORT ${port} is taken`);
    other.close();
  });

  it('says when the host is none of this machine', async () => {
    const program = hzm({ HOST: '192.0.2.1' });
    expect(await program.ended).toBe(1);
    expect(program.said()).toContain('HOST 192.0.2.1 is no address of this machine');
  });

  it('says when the directory cannot be used', async () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    const program = hzm({ HZM_DATA_DIR: file });
    expect(await program.ended).toBe(1);
    expect(program.said()).toContain(`HZM_DATA_DIR ${file} cannot be used`);
  });

  it('says when the secret is another one', async () => {
    const first = hzm({ HZM_SECRET: 'the first long secret' });
    await first.ready;
    first.process.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    const second = hzm({ HZM_SECRET: 'another long secret' });
    expect(await second.ended).toBe(1);
    expect(second.said()).toContain('HZM_SECRET');
  });

  it('says when a file is no database', async () => {
    writeFileSync(
      join(directory, 'events.db'),
      'not a database, but long enough to be looked at as one'.repeat(40),
    );
    const program = hzm();
    expect(await program.ended).toBe(1);
    expect(program.said()).toContain('events.db');
  });

  it.each(['events.db', 'vault.db'])('says when %s is damaged', async name => {
    const first = hzm();
    await post(await first.ready, '/auth/register', {
      name: 'A',
      email: 'a@example.com',
      password: 'gizli-1',
    });
    first.process.kill('SIGTERM');
    await first.ended;
    const file = join(directory, name);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xab, 4096));
    const second = hzm();
    expect(await second.ended).toBe(1);
    expect(second.said()).toContain(`${file} cannot be read`);
  });

  it('makes the administrator that is named, once', async () => {
    const environment = { HZM_ADMIN_EMAIL: ' Root@Example.com', HZM_ADMIN_PASSWORD: 'gizli-1' };
    for (const _ of [1, 2]) {
      const program = hzm(environment);
      const address = await program.ready;
      const { data } = (await (
        await post(address, '/auth/login', { email: 'root@example.com', password: 'gizli-1' })
      ).json()) as { data: { user: { isAdmin: boolean }; projects: unknown[] } };
      expect([data.user.isAdmin, data.projects.length]).toEqual([true, 1]);
      program.process.kill('SIGTERM');
      await program.ended;
    }
    const address = await hzm(environment).ready;
    const { data } = (await (
      await post(address, '/auth/register', {
        name: 'A',
        email: 'a@example.com',
        password: 'gizli-1',
      })
    ).json()) as { data: { user: { isAdmin: boolean } } };
    expect(data.user.isAdmin).toBe(false);
  });
});

describe('stopping', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'on %s answers what was asked, then ends',
    async signal => {
      const program = hzm();
      const address = await program.ready;
      // Hashing the password takes long enough to be in the middle of it.
      const answer = post(address, '/auth/register', {
        name: 'A',
        email: 'a@example.com',
        password: 'gizli-1',
      });
      await expect.poll(() => fetch(`${address}/api/v1/health`).then(({ ok }) => ok)).toBe(true);
      program.process.kill(signal);
      expect((await answer).status).toBe(201);
      expect(await program.ended).toBe(0);
    },
  );
});

describe('a full disk', () => {
  it('lets reads go on and writes wait, and heals by itself', async () => {
    const program = hzm({}, 'ulimit -S -f 3000');
    const address = await program.ready;
    const { data } = (await (
      await post(address, '/auth/register', {
        name: 'A',
        email: 'a@example.com',
        password: 'gizli-1',
      })
    ).json()) as { data: { token: string; project: { id: string } } };
    const headers = { authorization: `Bearer ${data.token}` };
    const table = (await (
      await post(address, `/tables/project/${data.project.id}`, { name: 'Kayıtlar' }, headers)
    ).json()) as { data: { table: { id: string } } };
    const path = `/data/table/${table.data.table.id}`;
    await post(
      address,
      `/tables/${data.project.id}/${table.data.table.id}/fields`,
      { name: 'metin', type: 'text' },
      headers,
    );

    let written = 0;
    let refused: Response | undefined;
    for (let i = 0; i < 400 && !refused; i++) {
      // Text that does not compress.
      const answer = await post(
        address,
        `${path}/rows`,
        { metin: Array.from({ length: 3000 }, () => Math.random().toString(36).slice(2)).join('') },
        { ...headers, 'x-request-id': `r${i}` },
      );
      if (answer.ok) written++;
      else refused = answer;
    }
    expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await refused!.json()).toMatchObject({ success: false, code: 'NOT_READY' });
    expect((await fetch(`${address}/api/v1${path}?limit=1&count=none`, { headers })).status).toBe(
      200,
    );

    execFileSync('prlimit', ['--pid', String(program.process.pid), '--fsize=unlimited:unlimited']);
    await expect
      .poll(
        async () =>
          (
            await post(
              address,
              `${path}/rows`,
              { metin: 'son' },
              { ...headers, 'x-request-id': 'again' },
            )
          ).status,
        { timeout: 10_000 },
      )
      .toBe(201);
    const total = async () =>
      (
        (await (await fetch(`${address}/api/v1${path}?limit=1`, { headers })).json()) as {
          data: { pagination: { total: number } };
        }
      ).data.pagination.total;
    await expect.poll(total, { timeout: 10_000 }).toBe(written + 1);
  });
});
