import { Session } from 'node:inspector';
import { readConfiguration } from './configuration.ts';
import { start } from './start.ts';

/** How a browser on this machine writes the address. */
const shown = (host: string): string => (['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host);

/** How long after the start, in milliseconds, so that nobody who waits for it waits longer. */
const COLLECT_MS = 1_000;

/** Gives back what loading and starting took of memory: V8 neither collects nor shrinks anything as long as little is asked. */
function collectGarbage(): void {
  const session = new Session();
  session.connect();
  // While V8 tells that it is done it holds a lock that ending the session takes, too.
  session.post('HeapProfiler.collectGarbage', () => setImmediate(() => session.disconnect()));
}

try {
  const configuration = readConfiguration(process.env);
  const { admin, dataDirectory, host } = configuration;
  const running = await start(configuration);
  setTimeout(collectGarbage, COLLECT_MS).unref();
  // The second signal ends it at once.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void running.close().then(() => process.exit(0)));
  console.log(`
HZM is running:  http://${shown(host)}:${running.port}
Your data:       ${dataDirectory}

${admin ? `Open the address and sign in as ${admin.email}.` : 'Open the address and register; the first account becomes the administrator.'}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
