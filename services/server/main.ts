import { readConfiguration } from './configuration.ts';
import { start } from './start.ts';

try {
  const configuration = readConfiguration(process.env);
  const running = await start(configuration);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void running.close().then(() => process.exit(0)));
  console.log(`
HZM is running:  http://${configuration.host === '0.0.0.0' ? 'localhost' : configuration.host}:${running.port}
Your data:       ${configuration.dataDirectory}

Open the address and register; the first account becomes the administrator.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
