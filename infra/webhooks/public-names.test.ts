import { createSocket } from 'node:dgram';
import { expect, it } from 'vitest';
import { publicNames } from './public-names.ts';

it('a look-up ends without an address while the name servers never answer', async () => {
  const silent = createSocket('udp4');
  await new Promise<void>(done => silent.bind(0, '127.0.0.1', done));
  const look = publicNames({ servers: [`127.0.0.1:${silent.address().port}`], timeoutMs: 50 });
  expect(await look('hook.example.com')).toEqual([]);
  silent.close();
});
