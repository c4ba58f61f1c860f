import { calls } from '@hzm/contracts/registry';
import { healthHandlers } from '@hzm/infra/server/health';
import { handlers } from '@hzm/services/domain/registry';
import { expect, it } from 'vitest';

it('everything that can be asked is done by exactly one handler', () => {
  const names = [...handlers, ...healthHandlers].map(({ call }) => call.name).toSorted();
  expect(names).toEqual(calls.map(({ name }) => name).toSorted());
});

it('no two calls share an address', () => {
  const addresses = calls.flatMap(({ method, path, aliases }) =>
    [path, ...aliases].map(address => `${method} ${address.replace(/:\w+/g, ':')}`),
  );
  expect(new Set(addresses).size).toBe(addresses.length);
});
