import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { freePorts } from '../../run/free-ports.ts';
import { startMongoContainer } from '../containers.ts';

export interface Engine {
  /** Without a database. */
  readonly url: string;
  /** Others use it, too. */
  readonly isShared: boolean;
  stop(): Promise<void>;
}

/** One that can be hurt. */
export interface Fragile extends Engine {
  /** kill -9; it is back, on the same data, when the promise resolves. */
  crash(): Promise<void>;
  /** It answers nobody for so many milliseconds. */
  freeze(milliseconds: number): Promise<void>;
}

/** A server of its own on a directory of its own, both gone when it stops. */
export async function startMongod(program: string): Promise<Fragile> {
  const directory = mkdtempSync(join(tmpdir(), 'mongod-'));
  const port = (await freePorts(1))[0]!;
  const begin = (): ChildProcess => spawnMongod(program, directory, port);
  let child = begin();
  const end = async (): Promise<void> => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
  };
  const engine = await primary(`127.0.0.1:${port}`, async () => {
    await end();
    rmSync(directory, { recursive: true });
  });
  return {
    ...engine,
    crash: async () => {
      await end();
      child = begin();
    },
    freeze: async milliseconds => {
      child.kill('SIGSTOP');
      await sleep(milliseconds);
      child.kill('SIGCONT');
    },
  };
}

/**
 * Hundreds of databases with hundreds of files each: those of tests that are over are closed before
 * there are more than a process may have open.
 */
const CLOSING = 'file_manager=(close_idle_time=20,close_scan_interval=5,close_handle_minimum=250)';

function spawnMongod(program: string, directory: string, port: number): ChildProcess {
  const child = spawn(
    program,
    [
      '--dbpath',
      directory,
      '--bind_ip',
      '127.0.0.1',
      '--port',
      String(port),
      '--replSet',
      'tests',
      '--wiredTigerCacheSizeGB',
      '1',
      '--wiredTigerEngineConfigString',
      CLOSING,
      '--setParameter',
      'diagnosticDataCollectionEnabled=false',
    ],
    { stdio: 'ignore' },
  );
  // A program that cannot run is one that does not answer.
  child.on('error', () => undefined);
  return child;
}

/** The same in a container; undefined where no container runtime answers. */
export async function startMongoInContainer(): Promise<Engine | undefined> {
  const container = await startMongoContainer();
  return container && primary(container.address, () => container.stop(), '127.0.0.1:27017');
}

/**
 * Makes a server the one member of a replica set. Clients address it directly, because in a
 * container it knows itself by another address (`member`).
 */
async function primary(
  address: string,
  stop: () => Promise<void>,
  member = address,
): Promise<Engine> {
  const url = `mongodb://${address}`;
  try {
    await becomePrimary(url, member);
    return { url, isShared: false, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Initiates a replica set of one server; it takes writes when the promise resolves. */
async function becomePrimary(url: string, host: string): Promise<void> {
  const client = new MongoClient(url, { directConnection: true, serverSelectionTimeoutMS: 10_000 });
  try {
    const admin = client.db('admin');
    await admin.command({ replSetInitiate: { _id: 'tests', members: [{ _id: 0, host }] } });
    while (!(await admin.command({ hello: 1 })).isWritablePrimary) await sleep(20);
  } finally {
    await client.close();
  }
}

/** Databases that the tests of a run made. */
export async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new MongoClient(url);
  try {
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
    for (const { name } of databases)
      if (name.startsWith(prefix)) await client.db(name).dropDatabase();
  } finally {
    await client.close();
  }
}
