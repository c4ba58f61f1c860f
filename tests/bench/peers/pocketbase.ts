import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePorts } from '../../run/free-ports.ts';
import { anyOf, rowOf } from '../product.ts';
import { mebibytes } from '../program.ts';
import { digits, ROWS, type Peer } from './peer.ts';

const PERSON = { identity: 'bench@example.com', password: 'gizli-12345' };
const RECORDS = '/api/collections/siparisler/records';

/** Starts PocketBase with its defaults, used by its superuser. @param program its executable */
export async function pocketbase(directory: string, program: string): Promise<Peer> {
  const { stdout: version } = await promisify(execFile)(program, ['--version']);
  await promisify(execFile)(program, [
    'superuser',
    'upsert',
    PERSON.identity,
    PERSON.password,
    '--dir',
    directory,
  ]);
  const [port] = await freePorts(1);
  const child = spawn(program, ['serve', '--http', `127.0.0.1:${port}`, '--dir', directory], {
    stdio: 'ignore',
  });
  const address = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${address}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(50);

  let headers = {};
  const ask = async <Answer>(path: string, body: unknown): Promise<Answer> => {
    const response = await fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  headers = {
    authorization: (
      await ask<{ token: string }>('/api/collections/_superusers/auth-with-password', PERSON)
    ).token,
  };
  const fields = Object.entries(rowOf(0)).map(([name, value]) => ({
    name,
    type: typeof value === 'number' ? 'number' : 'text',
  }));
  await ask('/api/collections', {
    name: 'siparisler',
    type: 'base',
    fields: [
      ...fields,
      { name: 'created', type: 'autodate', onCreate: true },
      { name: 'updated', type: 'autodate', onCreate: true, onUpdate: true },
    ],
  });
  const ids: string[] = [];
  for (let n = 0; n < ROWS; n += 20)
    ids.push(
      ...(
        await Promise.all(
          Array.from({ length: 20 }, (_, i) => ask<{ id: string }>(RECORDS, rowOf(n + i))),
        )
      ).map(({ id }) => id),
    );
  return {
    name: version.trim().replace('pocketbase version', 'PocketBase'),
    target: { address, headers },
    asks: {
      create: n => ({ method: 'POST', path: RECORDS, body: rowOf(ROWS + n) }),
      update: n => ({
        method: 'PATCH',
        path: `${RECORDS}/${anyOf(ids, n)}`,
        body: { tutar: n + 0.5 },
      }),
      'read one': n => ({ method: 'GET', path: `${RECORDS}/${anyOf(ids, n)}` }),
      'list 50': () => ({ method: 'GET', path: `${RECORDS}?perPage=50&skipTotal=1` }),
      contains: n => ({
        method: 'GET',
        path: `${RECORDS}?perPage=50&skipTotal=1&filter=${encodeURIComponent(`not~'${digits(n)}'`)}`,
      }),
    },
    memory: () => mebibytes({ process: child }),
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
}
