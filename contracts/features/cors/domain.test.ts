import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CorsDomain, domainText, parseDomain } from './domain.ts';

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const host = fc.array(label, { minLength: 1, maxLength: 4 }).map(labels => labels.join('.'));
const rule = fc.record({
  scheme: fc.constantFrom(undefined, 'http', 'https'),
  isWildcard: fc.boolean(),
  host,
  port: fc.option(fc.integer({ min: 1, max: 65_535 }).map(String), { nil: undefined }),
});

describe('CORS domain', () => {
  it('parses any spelling of a rule', () => {
    fc.assert(
      fc.property(rule, fc.boolean(), fc.boolean(), (one, isLoud, hasSlash) => {
        const text = domainText(one) + (hasSlash ? '/' : '');
        expect(parseDomain(` ${isLoud ? text.toUpperCase() : text} `)).toEqual(one);
      }),
    );
  });

  it('keeps its meaning when formatted and parsed again', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        const found = parseDomain(text);
        expect(found && parseDomain(domainText(found))).toEqual(found);
      }),
    );
  });

  it.each([
    ['Örnek.com', 'xn--rnek-4qa.com'],
    ['https://Example.com:443/', 'https://example.com:443'],
    ['*.example.com', '*.example.com'],
    ['localhost:05173', 'localhost:5173'],
    ['[::1]:3000', '[::1]:3000'],
    ['example.com.', 'example.com'],
    ['192.168.1.10', '192.168.1.10'],
    ['Capacitor://LocalHost', 'capacitor://localhost'],
    ['ionic://localhost/', 'ionic://localhost'],
    [`chrome-extension://${'p'.repeat(32)}/`, `chrome-extension://${'p'.repeat(32)}`],
  ])('stores %s as %s', (text, kept) => expect(CorsDomain.parse(text)).toBe(kept));

  it.each([
    '*',
    '*.',
    '.',
    '..',
    'a..b',
    'a b',
    'example.com/path',
    'https://',
    'ftp://example.com',
    'user@example.com',
    'capacitor://',
    'capacitor://*.localhost',
    'capacitor://localhost:1',
    'chrome-extension://*',
    'chrome-extension://example.com',
    `chrome-extension://${'p'.repeat(31)}`,
    `chrome-extension://${'z'.repeat(32)}`,
    'moz-extension://0a1b2c3d',
    'example.com?x',
    'a.*.com',
    '**.com',
    '*.127.0.0.1',
    '*.[::1]',
    'example.com:0',
    'example.com:65536',
    'http://[::g]',
    `${'a'.repeat(300)}.com`,
  ])('rejects %s', text => {
    expect(CorsDomain.safeParse(text).error?.issues[0]?.message).toBe('cors-domain-invalid');
  });

  it('rejects an empty text', () =>
    expect(CorsDomain.safeParse('  ').error?.issues.map(({ message }) => message)).toEqual([
      'cors-domain-empty',
    ]));
});
