import { readConfiguration } from './configuration.ts';
import { start } from './start.ts';

/** How a browser on this machine writes the address. */
const shown = (host: string): string =>
  ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;

/**
 * How long after the start memory is given back, in milliseconds, so that nobody who waits for it
 * waits longer.
 */
const COLLECT_MS = 1_000;

try {
  const configuration = readConfiguration(process.env);
  const { admin, dataDirectory, host } = configuration;
  const replaced = Promise.withResolvers<void>();
  const running = await start(configuration, replaced.resolve);
  void replaced.promise.then(async () => {
    console.error(
      'The log was replaced by an older copy while HZM was running. HZM ends; started again, it builds its views from that copy.',
    );
    await running.close();
    process.exit(1);
  });
  // What loading and starting took: V8 neither collects nor shrinks anything as long as little is
  // asked.
  setTimeout(
    () => void globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' }),
    COLLECT_MS,
  ).unref();
  // The second signal ends it at once.
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void running.close().then(() => process.exit(0)));
  console.log(`
HZM is running:  http://${shown(host)}:${running.port}
Your data:       ${dataDirectory}

${admin ? `Open the address and sign in as ${admin.email}.` : 'Open the address and register; the first account becomes the administrator.'}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
