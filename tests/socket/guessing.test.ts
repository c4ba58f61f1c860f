import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer, type Person } from './support/test-server.ts';

const house = new TestServer();
let ada: Person;
beforeAll(async () => {
  await house.open();
  ada = await house.person('Ada');
});
afterAll(() => house.close());

it('an address guesses so many project passwords, over sockets and HTTP together; people signed in are not meant', async () => {
  const wrong = await Promise.all(
    Array.from({ length: 49 }, () => house.refusal({ ...ada.key, projectPassword: 'wrong' })),
  );
  expect(new Set(wrong)).toEqual(new Set(['INVALID_CREDENTIALS']));
  expect(await house.refusal(ada.key)).toBe('connected');
  for (const _ of [50, 51]) await house.refusal({ ...ada.key, projectPassword: 'wrong' });
  expect(await house.refusal(ada.key)).toBe('RATE_LIMIT_EXCEEDED');
  expect(await house.refusal({ token: ada.token })).toBe('connected');
});
