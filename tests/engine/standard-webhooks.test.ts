import { newDeliverySecret, signedHeaders } from '@hzm/services/core/security/signed-delivery';
import { describe, expect, it } from 'vitest';
import { needs } from '../run/needs.ts';

/** The part of the library that receivers use. */
interface Library {
  readonly Webhook: new (secret: string) => {
    verify(body: string, headers: Readonly<Record<string, string>>): unknown;
  };
}
const name = 'standardwebhooks';
// An installation made before 0.8.0 lacks it until it is installed anew.
const library = await import(name).then(
  (found: Library) => found,
  () => undefined,
);
const missing = library ? undefined : `${name} is not installed; run npm ci`;

describe('a signature of a webhook', needs({ name, missing }), () => {
  const signed = { id: 'a', seconds: Math.floor(Date.now() / 1_000), body: '{"ad":"Çay ☕"}' };
  const headersOf = (secrets: readonly string[]): Readonly<Record<string, string>> => ({
    ...signedHeaders(signed, secrets),
    'webhook-id': signed.id,
    'webhook-timestamp': String(signed.seconds),
  });

  it('is verified by the library of the specification, also with either secret of an overlap', () => {
    const secrets = [newDeliverySecret(), newDeliverySecret()];
    for (const secret of secrets)
      expect(new library!.Webhook(secret).verify(signed.body, headersOf(secrets))).toEqual({
        ad: 'Çay ☕',
      });
  });

  it('of another secret, or of another body, is refused by it', () => {
    const secret = newDeliverySecret();
    const receiver = new library!.Webhook(secret);
    expect(() => receiver.verify(signed.body, headersOf([newDeliverySecret()]))).toThrow(
      'No matching signature found',
    );
    expect(() => receiver.verify('{"ad":"Kahve"}', headersOf([secret]))).toThrow(
      'No matching signature found',
    );
  });
});
