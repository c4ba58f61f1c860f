import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { program } from './program.ts';
import { dropDatabases, startContainer, startMongod, type Engine } from './mongod.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address has `{database}` where the rest of a database's name goes. */
    mongodb: { readonly address: string; readonly missing: string | undefined };
  }
}


/** One MongoDB for all tests of a run: the one that MONGODB_URL names, a program of this machine, or a container. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const engine = await find().catch(() => undefined);
  const prefix = `t${Date.now().toString(36)}-`;
  const [server = '', options] = engine?.url.split(/\/?\?/) ?? [];
  provide('mongodb', {
    address: `${server.replace(/\/$/, '')}/${prefix}{database}${options === undefined ? '' : `?${options}`}`,
    missing: engine ? undefined : `MONGODB_URL names no server, there is no program at ${program} (MONGOD_PATH names another place), and Docker does not answer`,
  });
  return async () => {
    if (engine?.isShared) await dropDatabases(engine.url, prefix);
    await engine?.stop();
  };
}

async function find(): Promise<Engine> {
  const url = process.env['MONGODB_URL'];
  if (url !== undefined) return { url, isShared: true, stop: async () => undefined };
  return existsSync(program) ? startMongod(program) : startContainer();
}
