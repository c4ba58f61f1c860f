import { CorsDomain, defaultCors, domainText } from '@hzm/contracts/features/cors/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowsOrigin } from './allows-origin.ts';

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/);
const labels = fc.array(label, { minLength: 1, maxLength: 3 });
const scheme = fc.constantFrom('http', 'https');
const port = fc.constantFrom('80', '443', '3000', '8443');
const only = (...allowedDomains: string[]) => ({ allowedDomains, platformPatterns: [] });
/** As a browser names it: without the port that its scheme has anyway. */
const originOf = (s: string, host: string, p: string): string =>
  new URL(`${s}://${host}:${p}`).origin;

describe('the origin of a page', () => {
  it('is allowed by a rule exactly where all that the rule says is so', () => {
    fc.assert(
      fc.property(
        scheme,
        labels,
        port,
        fc.option(scheme, { nil: undefined }),
        fc.boolean(),
        labels,
        fc.boolean(),
        fc.option(port, { nil: undefined }),
        (s, host, p, ruleScheme, isWildcard, other, isSame, rulePort) => {
          const name = isSame ? (isWildcard && host.length > 1 ? host.slice(1) : host) : other;
          const rule = { scheme: ruleScheme, isWildcard, host: name.join('.'), port: rulePort };
          const under =
            host.length > name.length &&
            host.slice(host.length - name.length).join('.') === name.join('.');
          const expected =
            (ruleScheme ?? s) === s &&
            (rulePort ?? p) === p &&
            (isWildcard ? under : host.join('.') === name.join('.'));
          expect(allowsOrigin(only(domainText(rule)), originOf(s, host.join('.'), p))).toBe(
            expected,
          );
        },
      ),
    );
  });

  it('is never allowed by nothing, and never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (origin, domain) => {
        expect(allowsOrigin(only(), origin)).toBe(false);
        expect(typeof allowsOrigin(only(domain), origin)).toBe('boolean');
      }),
    );
  });

  it.each([
    ['example.com', 'https://example.com.evil.net'],
    ['example.com', 'https://evilexample.com'],
    ['*.example.com', 'https://evilexample.com'],
    ['*.example.com', 'https://example.com'],
    ['example.com', 'https://example.com@evil.net'],
    ['example.com', 'https://evil.net/example.com'],
    ['null', 'null'],
    ['example.com', 'file://example.com'],
    ['https://example.com', 'http://example.com'],
    ['example.com:443', 'http://example.com'],
    ['*.pages.dev', 'https://evil-pages.dev'],
    ['*.pages.dev', 'https://x.pages.dev.evil'],
    ['*.pages.dev', 'https://.pages.dev'],
    ['*.pages.dev', 'https://x..pages.dev'],
    ['*.pages.dev', 'https://x.pages.dev.'],
    ['*.pages.dev', 'https://evil.net\\.pages.dev'],
    ['*.pages.dev', 'https://a:b@x.pages.dev'],
    ['example.com', 'https://example.com.'],
    ['örnek.com', 'https://örnek.com'],
    ['localhost', 'capacitor://localhost'],
    ['*.example.com', 'ionic://a.example.com'],
    ['capacitor://localhost', 'http://localhost'],
    ['capacitor://localhost', 'ionic://localhost'],
    ['capacitor://localhost', 'capacitor://localhost:1'],
    [`chrome-extension://${'a'.repeat(32)}`, `chrome-extension://${'b'.repeat(32)}`],
    [`chrome-extension://${'a'.repeat(32)}`, `moz-extension://${'a'.repeat(32)}`],
    [`chrome-extension://${'a'.repeat(32)}`, `https://${'a'.repeat(32)}`],
  ])('%s does not allow %s', (domain, origin) =>
    expect(allowsOrigin(only(domain), origin)).toBe(false),
  );

  it.each([
    ['örnek.com', 'https://xn--rnek-4qa.com'],
    ['*.pages.dev', 'https://x.pages.dev'],
    ['capacitor://localhost', 'capacitor://localhost'],
    ['ionic://localhost', 'ionic://localhost'],
    [`chrome-extension://${'a'.repeat(32)}`, `chrome-extension://${'a'.repeat(32)}`],
    [
      'moz-extension://0A1b2c3d-0000-4000-8000-0123456789ab',
      'moz-extension://0a1b2c3d-0000-4000-8000-0123456789ab',
    ],
  ])('%s allows %s', (domain, origin) =>
    expect(allowsOrigin(only(CorsDomain.parse(domain)), origin)).toBe(true),
  );

  it.each([
    ['https://mine.vercel.app', true],
    ['https://mine.pages.dev', false],
    ['https://mine.cloudflare.pages.dev', true],
    ['https://vercel.app', false],
    ['https://mine.vercel.app.evil.net', false],
  ])('%s: by the platforms %s', (origin, expected) =>
    expect(allowsOrigin(defaultCors, origin)).toBe(expected),
  );
});
