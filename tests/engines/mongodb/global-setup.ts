import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { dropDatabases, startContainer, startMongod, type Engine } from './mongod.ts';
import { program } from './program.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where one asks for the MongoDB of this run; the answer is a `Found`. */
    mongodb: string;
  }
}

/**
 * The address has `{database}` where the rest of a database's name goes; `missing` is why there is
 * none.
 */
export interface Found {
  readonly address: string;
  readonly missing: string | undefined;
}

/**
 * One MongoDB for all tests of a run, started when the first asks for it: the one that MONGODB_URL
 * names, a program of this machine, or a container.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const prefix = `t${Date.now().toString(36)}-`;
  let engine: Promise<Engine | undefined> | undefined;
  const starter = createServer((_request, response) => {
    engine ??= find().catch(() => undefined);
    void engine.then(started => response.end(JSON.stringify(told(started, prefix))));
  }).listen(0, '127.0.0.1');
  await once(starter, 'listening');
  provide('mongodb', `http://127.0.0.1:${(starter.address() as AddressInfo).port}`);
  return async () => {
    starter.close();
    const started = await engine;
    if (started?.isShared) await dropDatabases(started.url, prefix);
    await started?.stop();
  };
}

function told(engine: Engine | undefined, prefix: string): Found {
  const [server = '', options] = engine?.url.split(/\/?\?/) ?? [];
  return {
    address: `${server.replace(/\/$/, '')}/${prefix}{database}${options === undefined ? '' : `?${options}`}`,
    missing: engine
      ? undefined
      : `MONGODB_URL names no server, there is no program at ${program} (MONGOD_PATH names another place), and Docker does not answer`,
  };
}

async function find(): Promise<Engine> {
  const url = process.env['MONGODB_URL'];
  if (url !== undefined) return { url, isShared: true, stop: async () => undefined };
  return existsSync(program) ? startMongod(program) : startContainer();
}
