import type { Configuration, Role } from '@hzm/services/server/configuration';
import { start, type Running } from '@hzm/services/server/start';

/** `port` answers requests, `socketPort` serves sockets. */
export interface Tested extends Running {
  readonly socketPort: number;
}

/** The server under test: one, or, where TEST_ROLES says `split`, one for each role, which is how several processes see each other. @param configuration its port is the sockets' */
export async function startTested(configuration: Configuration): Promise<Tested> {
  if (process.env['TEST_ROLES'] !== 'split') {
    const running = await start(configuration);
    return { ...running, socketPort: running.port };
  }
  const alone = (role: Role, port: number): Promise<Running> => start({ ...configuration, port, roles: new Set([role]) });
  const projector = await alone('projector', 0);
  const realtime = await alone('realtime', configuration.port);
  const api = await alone('api', 0);
  return {
    port: api.port,
    socketPort: realtime.port,
    close: async () => {
      await api.close();
      await realtime.close();
      await projector.close();
    },
  };
}
