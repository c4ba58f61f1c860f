import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '@hzm/infra/mongodb/database';
import { io, type Socket } from 'socket.io-client';
import { EventStoreDbServer } from '../engines/eventstoredb/server.ts';
import { startMongod } from '../engines/mongodb/mongod.ts';
import { program } from '../engines/mongodb/program.ts';
import { crowd } from './crowd.ts';
import { median, percentile, table, type Figure } from './figure.ts';
import { load } from './load.ts';
import { ask, rowOf, seed, signUp, type Product } from './product.ts';
import { launch, mebibytes, type Program } from './program.ts';

/*
 * Measures several processes on a real MongoDB and on EventStoreDB's protocol in this process: the
 * cost of each, and the gain of one more.
 * npm run bench:scale [-- --sockets=5000 --rows=20000 --seconds=3]
 */
const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '5000' },
    rows: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '3' },
  },
});
const [SOCKETS, ROWS, SECONDS] = [
  Number(values.sockets),
  Number(values.rows),
  Number(values.seconds),
];
if (!existsSync(program))
  throw new Error(`There is no MongoDB server at ${program}; MONGOD_PATH names another place.`);
const main = join(import.meta.dirname, '../../infra/server/main.ts');
const scratch = mkdtempSync(join(tmpdir(), 'hzm-scale-'));
const say = (text: string): void => console.error(text);

const log = await new EventStoreDbServer().start();
const mongo = await startMongod(program);
const environment = {
  HZM_SECRET: 'a secret for benches only',
  HZM_EVENT_STORE: log.address,
  HZM_READ_MODEL: `${mongo.url}/scale?directConnection=true`,
  HZM_DATA_DIR: scratch,
};
const programs: Program[] = [];
const begin = async (role: string): Promise<Program> => {
  const one = await launch(main, { ...environment, HZM_ROLES: role });
  programs.push(one);
  return one;
};
const figures: Figure[] = [];
const figure = (name: string, value: number, unit: string): void => {
  figures.push({ name, value, unit });
};

const connect = (address: string, options: object): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = io(address, {
      ...options,
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    });
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });

/** Measures reads of one row, spread over the api processes. */
async function reads(product: Product, apis: readonly Program[]): Promise<number> {
  const each = await Promise.all(
    apis.map(({ address }) =>
      load({ ...product, address }, Math.ceil(16 / apis.length), SECONDS, n => ({
        method: 'GET',
        path: `/api/v1/data/table/${product.table}/rows/${product.ids[(n * 7919) % product.ids.length]!}`,
      })),
    ),
  );
  return each.reduce((sum, { perSecond }) => sum + perSecond, 0);
}

/** Returns the milliseconds from a change until a socket has it, for a series of changes. */
async function pushes(product: Product, socket: Socket): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < 100; n++) {
    const started = performance.now();
    const heard = new Promise(resolve => {
      socket.once('changes', resolve);
    });
    await ask(product, 'POST', `/data/table/${product.table}/rows`, rowOf(n));
    await heard;
    times.push(performance.now() - started);
  }
  return times;
}

/** Measures the rows per second of a projector that rebuilds the views. */
async function replayed(product: Product): Promise<number> {
  const {
    pagination: { total },
  } = await ask<{ pagination: { total: number } }>(
    product,
    'GET',
    `/data/table/${product.table}?limit=1`,
  );
  for (const one of programs.splice(0)) await one.stop();
  const ready = await begin('projector');
  await ready.stop();
  programs.pop();
  const views = openDatabase(environment.HZM_READ_MODEL);
  await views.dropDatabase();
  await views.client.close();
  const rebuilt = await begin('projector');
  return total / ((rebuilt.startMs - ready.startMs) / 1000);
}

try {
  const projector = await begin('projector');
  const apis = [await begin('api')];
  const product = await signUp(apis[0]!.address);
  say(`seeding ${ROWS} rows`);
  const seeded = performance.now();
  await seed(product, 0, ROWS);
  figure(
    'rows added by the thousand, until they can be read',
    ROWS / ((performance.now() - seeded) / 1000),
    '/s',
  );
  for (const connections of [1, 16, 64])
    figure(
      `create, ${connections} connections`,
      (
        await load(product, connections, SECONDS, n => ({
          method: 'POST',
          path: `/api/v1/data/table/${product.table}/rows`,
          body: rowOf(n),
        }))
      ).perSecond,
      '/s',
    );
  figure(
    'list 50, 16 connections',
    (
      await load(product, 16, SECONDS, () => ({
        method: 'GET',
        path: `/api/v1/data/table/${product.table}?limit=50&count=none`,
      }))
    ).perSecond,
    '/s',
  );
  for (const count of [1, 2, 4]) {
    while (apis.length < count) apis.push(await begin('api'));
    figure(`read one, ${count} api processes`, await reads(product, apis.slice(0, count)), '/s');
  }

  const realtime = [await begin('realtime'), await begin('realtime')];
  const watcher = await connect(realtime[0]!.address, { auth: { token: product.token } });
  await watcher.emitWithAck('watch', { topic: `table:${product.table}` });
  figure('push to one watcher, p50', median(await pushes(product, watcher)), 'ms');
  watcher.disconnect();

  say(`opening ${SOCKETS} sockets`);
  const watchers = await crowd(product, SOCKETS);
  const before = realtime.map(mebibytes);
  const sockets: Socket[] = [];
  for (let at = 0; at < SOCKETS; at += 100) {
    const some = await Promise.all(
      Array.from({ length: Math.min(100, SOCKETS - at) }, (_, i) =>
        connect(realtime[(at + i) % 2]!.address, watchers(at + i)),
      ),
    );
    await Promise.all(
      some.map(socket => socket.emitWithAck('watch', { topic: `table:${product.table}` })),
    );
    sockets.push(...some);
  }
  figure(
    'memory of a watching socket',
    (realtime.reduce((sum, one, i) => sum + mebibytes(one) - before[i]!, 0) * 1024) / SOCKETS,
    'KiB',
  );
  const all: number[] = [];
  const lasts: number[] = [];
  for (let round = 0; round < 10; round++) {
    const started = performance.now();
    const heard = Promise.all(
      sockets.map(
        socket =>
          new Promise<void>(resolve => {
            socket.once('changes', () => {
              all.push(performance.now() - started);
              resolve();
            });
          }),
      ),
    );
    await ask(product, 'POST', `/data/table/${product.table}/rows`, rowOf(round));
    await heard;
    lasts.push(performance.now() - started);
  }
  figure(`a change until half of ${SOCKETS} sockets have it`, percentile(all, 50), 'ms');
  figure('the same, until all have it', median(lasts), 'ms');
  for (const socket of sockets) socket.disconnect();
  figure('memory of the projector', mebibytes(projector), 'MiB');
  figure('memory of an api process', median(apis.map(mebibytes)), 'MiB');
  figure('replay, rows a second', await replayed(product), '/s');
  console.log(table(figures));
} finally {
  for (const one of programs) await one.stop();
  log.kill();
  await mongo.stop();
  rmSync(scratch, { recursive: true, force: true });
}
