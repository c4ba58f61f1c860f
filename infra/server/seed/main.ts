import { randomUUID } from 'node:crypto';
import { addressOf } from '../address.ts';
import { makeWorkspace } from './workspace.ts';

const { HOST = '127.0.0.1', PORT = '3000' } = process.env;

const isRunning = (address: string): Promise<boolean> =>
  fetch(`${address}/api/v1/health`).then(
    ({ ok }) => ok,
    () => false,
  );

async function seed(origin: string): Promise<void> {
  const { people, projectId, tableId, threadId, key } = await makeWorkspace(
    origin,
    randomUUID().slice(0, 8),
  );
  const project = `${origin}/projects/${projectId}`;
  console.log(`
A workspace to look at:

Accounts       ${people.map(({ email, password }) => `${email} / ${password}`).join('\n               ')}
Table          ${project}/data?table=${tableId}
Thread         ${project}/endpoint-requests?tab=chat&thread=${threadId}
Requests       ${project}/endpoint-requests
With its key   curl -H 'x-api-key: ${key}' ${origin}/api/v1/data/table/${tableId}`);
}

try {
  const expected = addressOf(HOST, PORT);
  const address = (await isRunning(expected)) ? expected : (await import('../main.ts')).address;
  // A server that could not start has said why.
  if (address !== undefined) await seed(address);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
