import type { Configuration, Role } from '@hzm/infra/server/configuration';
import { start, type Running } from '@hzm/infra/server/start';

/** `port` answers requests, `socketPort` serves sockets; they differ if the roles are split. */
export interface Tested extends Running {
  readonly socketPort: number;
  /** Starts one more socket server and returns its port, or that of the only server. */
  readonly another: () => Promise<number>;
}

/**
 * Starts the server under test: one with every role or, with TEST_ROLES `split`, one for each. All
 * are in this process, to save starts of Node: they share only log and views (`tests/chaos` uses
 * processes). @param configuration its port is the sockets'
 */
export async function startTested(configuration: Configuration): Promise<Tested> {
  if (process.env['TEST_ROLES'] !== 'split') {
    const running = await start(configuration);
    return { ...running, socketPort: running.port, another: async () => running.port };
  }
  const projector = await alone(configuration, 'projector', 0);
  const [realtime, api] = await Promise.all([
    alone(configuration, 'realtime', configuration.port),
    alone(configuration, 'api', 0),
  ]);
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

const alone = (configuration: Configuration, role: Role, port: number): Promise<Running> =>
  start({ ...configuration, port, roles: new Set([role]) });
