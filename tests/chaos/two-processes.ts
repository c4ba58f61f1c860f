import { existsSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';
import { EventStoreDbServer } from '../engines/eventstoredb/server.ts';
import { startMongod, type Fragile } from '../engines/mongodb/mongod.ts';
import { program } from '../engines/mongodb/program.ts';
import { freePorts } from '../run/free-ports.ts';
import { Member } from './cluster.ts';
import { secret, settle, type Place } from './installation.ts';

/** The engine that several processes need, for `needs`. */
export const ownMongod = {
  name: 'mongodb',
  missing: existsSync(program)
    ? undefined
    : `there is no program at ${program}, and one that others use must not be killed`,
};

/** Two processes with all roles on one log and one read model, for the tests of a `describe`. */
export function twoProcesses(environment: Readonly<Record<string, string>> = {}) {
  const log = new EventStoreDbServer();
  let mongo: Fragile | undefined;
  let members: readonly Member[] = [];
  let place: Place;
  beforeAll(async () => {
    mongo = await startMongod(program);
    await log.start();
    const shared = {
      HZM_SECRET: secret,
      HZM_EVENT_STORE: log.address,
      HZM_READ_MODEL: `${mongo.url}/two?directConnection=true`,
      HZM_LOG_LEVEL: 'error',
      ...environment,
    };
    members = (await freePorts(2)).map(port => new Member(shared, port));
    await Promise.all(members.map(member => member.healthy()));
    place = await settle(members[0]!.address);
  });
  afterAll(async () => {
    await Promise.all(members.map(member => member.stop()));
    log.kill();
    await mongo?.stop();
  });
  return {
    members: () => members,
    /** Returns the address of each process in turn. */
    address: (n: number): string => members[n % 2]!.address,
    /** An account of the first process, with a table. */
    place: () => place,
  };
}
