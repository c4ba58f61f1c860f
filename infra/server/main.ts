import { collectAfterStart } from '../collect-after-start.ts';
import { addressOf } from './address.ts';
import { readConfiguration } from './configuration.ts';
import { start } from './start.ts';

/** The address of the server; undefined if it could not start. */
export let address: string | undefined;

try {
  const configuration = readConfiguration(process.env);
  const { admin, dataDirectory, host } = configuration;
  const replaced = Promise.withResolvers<void>();
  const running = await start(configuration, replaced.resolve);
  void replaced.promise.then(async () => {
    console.error(
      'The log was replaced by an older copy while HZM was running. HZM stops; after a restart, it builds its views from that copy.',
    );
    await running.close();
    process.exit(1);
  });
  collectAfterStart();
  // A second signal ends the process at once.
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void running.close().then(() => process.exit(0)));
  address = addressOf(host, running.port);
  console.log(`
HZM is running:  ${address}
Your data:       ${dataDirectory}

${admin ? `Open the address and sign in as ${admin.email}.` : 'Open the address and register; the first account becomes the administrator.'}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
