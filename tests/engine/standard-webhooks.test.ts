import { newDeliverySecret, signedHeaders } from '@hzm/services/core/security/signed-delivery';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';

describe('a signature of a webhook', () => {
  const signed = { id: 'a', seconds: Math.floor(Date.now() / 1_000), body: '{"ad":"Çay ☕"}' };
  const headersOf = (secrets: readonly string[]): Record<string, string> => ({
    ...signedHeaders(signed, secrets),
    'webhook-id': signed.id,
    'webhook-timestamp': String(signed.seconds),
  });

  it('is verified by the library of the specification, also with either secret of an overlap', () => {
    const secrets = [newDeliverySecret(), newDeliverySecret()];
    for (const secret of secrets)
      expect(new Webhook(secret).verify(signed.body, headersOf(secrets))).toEqual({
        ad: 'Çay ☕',
      });
  });

  it('of another secret, or of another body, is refused by it', () => {
    const secret = newDeliverySecret();
    const receiver = new Webhook(secret);
    expect(() => receiver.verify(signed.body, headersOf([newDeliverySecret()]))).toThrow(
      'No matching signature found',
    );
    expect(() => receiver.verify('{"ad":"Kahve"}', headersOf([secret]))).toThrow(
      'No matching signature found',
    );
  });
});
