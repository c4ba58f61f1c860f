import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { run, type Program } from '../run/process.ts';

let directory: string;
let program: Program | undefined;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hzm-'));
});
afterEach(async () => {
  program?.process.kill('SIGKILL');
  await program?.ended;
  rmSync(directory, { recursive: true, force: true });
});

const json = { 'content-type': 'application/json' };

/** Returns the lines that the program logs of some requests, once it has ended. */
async function logOf(
  level: string,
  requests: (api: string) => Promise<void>,
): Promise<Record<string, unknown>[]> {
  program = run({ HZM_DATA_DIR: directory, HZM_LOG_LEVEL: level });
  await requests(`${await program.ready}/api/v1`);
  program.process.kill('SIGTERM');
  await program.ended;
  return program
    .said()
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line) as Record<string, unknown>);
}

it('at info tells each request in one line, and nothing of what it carried', async () => {
  const lines = await logOf('info', async api => {
    await fetch(`${api}/auth/register`, {
      method: 'POST',
      headers: { ...json, 'x-request-id': 'sign-up' },
      body: JSON.stringify({
        name: 'Gülizar',
        email: 'gulizar@example.com',
        password: 'çok-gizli',
      }),
    });
    const login = await fetch(`${api}/auth/login`, {
      method: 'POST',
      headers: { ...json, 'x-request-id': 'sign-in' },
      body: JSON.stringify({ email: 'gulizar@example.com', password: 'çok-gizli' }),
    });
    const {
      data: { token, user },
    } = (await login.json()) as { data: { token: string; user: { id: string } } };
    await fetch(`${api}/projects?sort=name&order=asc`, {
      headers: { authorization: `Bearer ${token}`, 'x-request-id': user.id },
    });
    await fetch(`${api}/nothing`, { headers: { 'x-request-id': 'nothing' } });
  });
  const told = lines.map(({ method, call, status, request, actor, ms }) => ({
    method,
    call,
    status,
    request,
    hasActor: actor !== undefined && actor === request,
    hasTime: typeof ms === 'number',
  }));
  expect(told).toMatchObject([
    { method: 'POST', call: 'register', status: 201, request: 'sign-up', hasTime: true },
    { method: 'POST', call: 'login', status: 200, request: 'sign-in' },
    { method: 'GET', call: 'list-projects', status: 200, hasActor: true },
    { method: 'GET', status: 404, request: 'nothing' },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/gizli|[Gg]ülizar|gulizar|eyJ|sort|hzm_/);
});

it.each(['warn', 'silent'])('at %s says nothing of what goes well', async level => {
  expect(await logOf(level, async api => void (await fetch(`${api}/health`)))).toEqual([]);
});
