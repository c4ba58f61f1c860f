import { expect, it } from 'vitest';
import { ownRequest, ownRequests } from './own-requests.ts';

it('requests of this tab are known by their ids, the latest ten thousand of them', () => {
  const [first, second] = [ownRequest('first'), ownRequest()];
  expect([first, ownRequests.has('first'), ownRequests.has(second)]).toEqual(['first', true, true]);
  expect(ownRequests.has('another')).toBe(false);
  for (let n = 0; n < 9_999; n++) ownRequest();
  ownRequest('first');
  expect([ownRequests.has('first'), ownRequests.has(second), ownRequests.size]).toEqual([
    true,
    false,
    10_000,
  ]);
});
