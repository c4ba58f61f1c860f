import { existsSync } from 'node:fs';
import { EventStoreDbServer } from '../engines/eventstoredb/server.ts';
import { startMongod } from '../engines/mongodb/mongod.ts';
import { program } from '../engines/mongodb/program.ts';
import { freePorts } from '../run/free-ports.ts';
import { Member } from './cluster.ts';
import { secret } from './installation.ts';

/** The engine that two processes need, for `needs`. */
export const ownMongod = {
  name: 'mongodb',
  missing: existsSync(program)
    ? undefined
    : `there is no program at ${program}, and one that others use must not be killed`,
};

/** Two processes with all roles on one log and one read model. */
export async function twoProcesses(environment: Readonly<Record<string, string>>) {
  const log = new EventStoreDbServer();
  const [mongo, ports] = await Promise.all([startMongod(program), freePorts(2), log.start()]);
  const members = ports.map(
    port =>
      new Member(
        {
          HZM_SECRET: secret,
          HZM_EVENT_STORE: log.address,
          HZM_READ_MODEL: `${mongo.url}/two?directConnection=true`,
          HZM_LOG_LEVEL: 'error',
          ...environment,
        },
        port,
      ),
  );
  const stop = async (): Promise<void> => {
    await Promise.all(members.map(member => member.stop()));
    log.kill();
    await mongo.stop();
  };
  await Promise.all(members.map(member => member.healthy())).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { members, stop };
}
