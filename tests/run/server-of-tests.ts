import type { Configuration, Role } from '@hzm/infra/server/configuration';
import { start, type Running } from '@hzm/infra/server/start';
import { freePorts } from './free-ports.ts';
import { run } from './process.ts';

/** `port` answers requests, `socketPort` serves sockets. */
export interface Tested extends Running {
  readonly socketPort: number;
  /** The port of one more process for sockets, or of the same one where one process is everything. */
  readonly another: () => Promise<number>;
}

/** The server under test: one in this process, or, where TEST_ROLES says `split`, a process for each role. @param configuration its port is the sockets' */
export async function startTested(configuration: Configuration): Promise<Tested> {
  if (process.env['TEST_ROLES'] !== 'split') {
    const running = await start(configuration);
    return { ...running, socketPort: running.port, another: async () => running.port };
  }
  const projector = await alone(configuration, 'projector', 0);
  const [realtime, api] = await Promise.all([alone(configuration, 'realtime', configuration.port), alone(configuration, 'api', 0)]);
  const others: Running[] = [];
  return {
    port: api.port,
    socketPort: realtime.port,
    another: async () => {
      const other = await alone(configuration, 'realtime', 0);
      others.push(other);
      return other.port;
    },
    close: async () => {
      await Promise.all([api, realtime, ...others].map(one => one.close()));
      await projector.close();
    },
  };
}

async function alone({ dataDirectory, secret, eventStore, readModel, registrationsPerMinute = 0, admin, mail, backups, creationPassword }: Configuration, role: Role, wanted: number): Promise<Running> {
  const port = wanted === 0 ? (await freePorts(1))[0]! : wanted;
  const program = run({
    HZM_ROLES: role, PORT: String(port), HZM_DATA_DIR: dataDirectory, HZM_SECRET: secret.toString(), HZM_EVENT_STORE: eventStore!, HZM_READ_MODEL: readModel!,
    HZM_REGISTER_PER_MINUTE: String(registrationsPerMinute), HZM_LOG_LEVEL: 'error', ...(admin && { HZM_ADMIN_EMAIL: admin.email, HZM_ADMIN_PASSWORD: admin.password }),
    ...(creationPassword !== undefined && { HZM_API_CREATION_PASSWORD: creationPassword }),
    ...(backups && { HZM_BACKUP_DIR: backups.directory, HZM_BACKUP_TIMES: backups.times.join(), HZM_BACKUP_KEEP: String(backups.keep) }),
    ...(mail && { HZM_SMTP_URL: mail.url, HZM_MAIL_FROM: mail.from, HZM_PUBLIC_URL: mail.origin }),
  });
  await program.ready;
  return {
    port,
    close: async () => {
      program.process.kill('SIGTERM');
      await program.ended;
    },
  };
}
