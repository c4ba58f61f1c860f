import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { MongoClient } from 'mongodb';

const run = promisify(execFile);

export interface Engine {
  /** Without a database. */
  readonly url: string;
  /** Others use it, too. */
  readonly isShared: boolean;
  stop(): Promise<void>;
}

/** A server of its own on a directory of its own, both gone when it stops. */
export async function startMongod(program: string): Promise<Engine> {
  const directory = mkdtempSync(join(tmpdir(), 'mongod-'));
  const port = await freePort();
  const child = spawn(program, ['--dbpath', directory, '--bind_ip', '127.0.0.1', '--port', String(port), '--replSet', 'tests', '--wiredTigerCacheSizeGB', '1', '--setParameter', 'diagnosticDataCollectionEnabled=false'], { stdio: 'ignore' });
  // A program that cannot run is one that does not answer.
  child.on('error', () => undefined);
  return primary(port, async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
    rmSync(directory, { recursive: true });
  });
}

/** The same in a container. */
export async function startContainer(): Promise<Engine> {
  await run('docker', ['info'], { timeout: 5_000 });
  const port = await freePort();
  const { stdout } = await run('docker', ['run', '--detach', '--rm', '--publish', `127.0.0.1:${port}:${port}`, 'mongo:8', '--replSet', 'tests', '--bind_ip_all', '--port', String(port)]);
  return primary(port, async () => void (await run('docker', ['kill', stdout.trim()])));
}

async function primary(port: number, stop: () => Promise<void>): Promise<Engine> {
  try {
    await becomePrimary(port);
    return { url: `mongodb://127.0.0.1:${port}`, isShared: false, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A replica set of one server; it can be written to when the promise resolves. */
async function becomePrimary(port: number): Promise<void> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}`, { directConnection: true, serverSelectionTimeoutMS: 10_000 });
  try {
    const admin = client.db('admin');
    await admin.command({ replSetInitiate: { _id: 'tests', members: [{ _id: 0, host: `127.0.0.1:${port}` }] } });
    while (!(await admin.command({ hello: 1 })).isWritablePrimary) await sleep(20);
  } finally {
    await client.close();
  }
}

/** What the tests of a run made. */
export async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new MongoClient(url);
  try {
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
    for (const { name } of databases) if (name.startsWith(prefix)) await client.db(name).dropDatabase();
  } finally {
    await client.close();
  }
}

function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address() as { port: number };
    server.close(() => resolve(port));
  });
  return promise;
}
