import { defaultCors, domainText } from '@hzm/contracts/features/cors/domain';
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
  ])('%s does not allow %s', (domain, origin) =>
    expect(allowsOrigin(only(domain), origin)).toBe(false),
  );

  it.each([
    ['https://mine.vercel.app', true],
    ['https://vercel.app', false],
    ['https://mine.vercel.app.evil.net', false],
  ])('%s: by the platforms %s', (origin, expected) =>
    expect(allowsOrigin(defaultCors, origin)).toBe(expected),
  );
});
