import { expect, it } from 'vitest';
import { newDeliverySecret, signedHeaders } from './signed-delivery.ts';

it('a signature equals that of the library standardwebhooks 1.1.1', () => {
  const signed = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    seconds: 1_614_265_330,
    body: '{"test": 2432232314}',
  };
  expect(signedHeaders(signed, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLjSw'])).toMatchObject({
    'webhook-signature': 'v1,q6KMVIJHk4Gs770FfR5f591Ftx7uVJSGl5wHV1ri978=',
  });
});

it('two valid secrets give two signatures, the newer first', () => {
  const signed = { id: 'a', seconds: 1, body: '{}' };
  const [newer, older] = [newDeliverySecret(), newDeliverySecret()];
  const alone = [newer, older].map(secret => signedHeaders(signed, [secret]));
  expect(signedHeaders(signed, [newer, older])).toEqual({
    'webhook-signature': alone.map(headers => headers['webhook-signature']).join(' '),
    'x-hzm-signature': alone.map(headers => headers['x-hzm-signature']).join(','),
  });
});
