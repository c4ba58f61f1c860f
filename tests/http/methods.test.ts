import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { calls } from '@hzm/contracts/registry';
import { expect, it } from 'vitest';
import { serve } from './serve.ts';

const { origin } = serve({ trustedProxies: ['127.0.0.1'] });
const id = '01960000-0000-7000-8000-000000000000';

/** The methods of each address, however its parameters are called. */
const methodsOf = Map.groupBy(
  calls.flatMap(({ method, path, aliases }) =>
    [path, ...aliases].map(one => ({ method, address: one.replace(/[:*]\w+/g, id) })),
  ),
  ({ address }) => address,
);

it.each(
  [...methodsOf].map(
    ([address, ofAddress]) => [address, ofAddress.map(({ method }) => method).toSorted()] as const,
  ),
)('%s takes %j and says so', async (address, methods) => {
  for (const method of [
    'OPTIONS',
    ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(one => !methods.includes(one as 'GET')),
  ]) {
    // Refused requests count for the address that they come from.
    const headers = { 'x-forwarded-for': `10.0.0.${['GET', 'POST', 'PUT'].indexOf(method) + 2}` };
    const response = await fetch(`${origin()}/api/v1${address}`, { method, headers });
    const { code } = JSON.parse((await response.text()) || '{}') as { code?: string };
    const [status, expected] =
      method === 'OPTIONS' ? [204, undefined] : [405, 'METHOD_NOT_ALLOWED'];
    expect([
      method,
      response.status,
      code,
      response.headers.get('allow')?.split(', ').toSorted(),
    ]).toEqual([method, status, expected, methods]);
  }
});

it.each(['/openapi.json', '/asyncapi.json', '/metrics'])('%s takes GET', async path => {
  const response = await fetch(`${origin()}/api/v1${path}`, { method: 'DELETE' });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
});

it('an unknown address is not found, whatever the method', async () => {
  for (const method of ['GET', 'PATCH', 'OPTIONS'])
    expect((await fetch(`${origin()}/api/v1/nowhere`, { method })).status).toBe(404);
});

it('a client that would rather speak HTTP/2 is answered in HTTP/1.1', async () => {
  const headers = {
    connection: 'Upgrade, HTTP2-Settings',
    upgrade: 'h2c',
    'http2-settings': 'AAMAAABkAARAAAAAAAIAAAAA',
  };
  const sent = request(`${origin()}/api/v1/health`, { agent: false, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(200);
});
