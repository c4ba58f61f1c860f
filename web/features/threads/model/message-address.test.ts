import { expect, it } from 'vitest';
import { messageAddress } from './message-address.ts';

it('messageAddress links to a message in its current place, without filters', () => {
  const message = { thread: 't', message: 'm' };
  expect(
    messageAddress(
      'https://x.y/projects/p/endpoint-requests?tab=chat&filter=closed&q=çay&thread=old&message=old#here',
      message,
    ),
  ).toBe('https://x.y/projects/p/endpoint-requests?tab=chat&thread=t&message=m#here');
  expect(
    messageAddress(
      'https://x.y/projects/p/data?page=3&sort=ad&table=u&row=r&tab=comments&thread=t',
      message,
    ),
  ).toBe('https://x.y/projects/p/data?tab=comments&table=u&row=r&thread=t&message=m');
});
