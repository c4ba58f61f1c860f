import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startEventStoreContainer } from './containers.ts';
import {
  dropDatabases,
  startMongod,
  startMongoInContainer,
  type Engine,
} from './mongodb/mongod.ts';
import { program } from './mongodb/program.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address that answers `/<engine>` with a `Found`. */
    engines: string;
  }
}

/** An engine for this run: its address, or the reason why there is none. */
export type Found =
  | { readonly address: string; readonly missing?: undefined }
  | { readonly address?: undefined; readonly missing: string };

type Name = 'mongodb' | 'eventstoredb';

/**
 * One engine of each kind for all tests of a run, started when the first test asks for it: the one
 * that the environment names, else a container, else a program of this machine.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const started = new Map<Name, Promise<Engine | undefined>>();
  const start: Readonly<Record<Name, () => Promise<Engine | undefined>>> = {
    mongodb: startMongo,
    eventstoredb: startEventStore,
  };
  const engine = (name: Name): Promise<Engine | undefined> => {
    const running = started.get(name) ?? start[name]().catch(() => undefined);
    started.set(name, running);
    return running;
  };
  const prefix = `t${Date.now().toString(36)}-`;
  const found = async (path = ''): Promise<Found> =>
    path === '/mongodb'
      ? foundMongo(await engine('mongodb'), prefix)
      : foundEventStore(await engine('eventstoredb'));
  const starter = createServer((request, response) => {
    void found(request.url).then(answer => response.end(JSON.stringify(answer)));
  }).listen(0, '127.0.0.1');
  await once(starter, 'listening');
  provide('engines', `http://127.0.0.1:${(starter.address() as AddressInfo).port}`);
  return async () => {
    starter.close();
    const mongo = await started.get('mongodb');
    if (mongo?.isShared) await dropDatabases(mongo.url, prefix);
    for (const running of started.values()) await (await running)?.stop();
  };
}

/** The address has `{database}` where the rest of a database's name goes. */
function foundMongo(engine: Engine | undefined, prefix: string): Found {
  if (engine === undefined)
    return {
      missing: `MONGODB_URL names no server, Docker starts none, and there is no program at ${program} (MONGOD_PATH names another place)`,
    };
  const [server = '', options = engine.isShared ? '' : 'directConnection=true'] =
    engine.url.split(/\/?\?/);
  const query = options === '' ? '' : `?${options}`;
  return { address: `${server.replace(/\/$/, '')}/${prefix}{database}${query}` };
}

const foundEventStore = (engine: Engine | undefined): Found =>
  engine === undefined
    ? {
        missing: 'EVENTSTORE_URL names no server, Docker starts none, and no package carries one',
      }
    : { address: engine.url };

const named = (url: string): Engine => ({ url, isShared: true, stop: async () => undefined });

async function startMongo(): Promise<Engine | undefined> {
  const url = process.env['MONGODB_URL'];
  if (url !== undefined) return named(url);
  // Docker may answer and yet have no way to the image.
  const container = await startMongoInContainer().catch(() => undefined);
  return container ?? (existsSync(program) ? startMongod(program) : undefined);
}

async function startEventStore(): Promise<Engine | undefined> {
  const url = process.env['EVENTSTORE_URL'];
  if (url !== undefined) return named(url);
  const container = await startEventStoreContainer();
  return (
    container && { ...container, url: `esdb://${container.address}?tls=false`, isShared: false }
  );
}
