import type { StartedTestContainer } from 'testcontainers';

/** An engine in a container, reached at `address` (`host:port`). */
export interface Container {
  readonly address: string;
  stop(): Promise<void>;
}

/**
 * Starts MongoDB as a replica set of one member, not yet initiated. Undefined where no container
 * runtime answers.
 */
export const startMongoContainer = (): Promise<Container | undefined> =>
  start('mongo:8', 27_017, ['--replSet', 'tests', '--bind_ip_all']);

/** Starts EventStoreDB in memory, without TLS. Undefined where no container runtime answers. */
export const startEventStoreContainer = (): Promise<Container | undefined> =>
  start('eventstore/eventstore:24.10', 2113, ['--insecure', '--mem-db'], '/health/live');

async function start(
  image: string,
  port: number,
  command: string[],
  healthPath?: string,
): Promise<Container | undefined> {
  // Loaded here only: the package refuses to load on the oldest Node that installs it.
  const { GenericContainer, Wait, getContainerRuntimeClient } = await import('testcontainers');
  try {
    await getContainerRuntimeClient();
  } catch {
    return undefined;
  }
  const wait =
    healthPath === undefined
      ? Wait.forListeningPorts()
      : Wait.forHttp(healthPath, port).forStatusCode(204);
  const container: StartedTestContainer = await new GenericContainer(image)
    .withCommand(command)
    .withEnvironment({ EVENTSTORE_TELEMETRY_OPTOUT: 'true' })
    .withExposedPorts(port)
    .withWaitStrategy(wait)
    .start();
  return {
    address: `${container.getHost()}:${container.getMappedPort(port)}`,
    stop: async () => void (await container.stop()),
  };
}
