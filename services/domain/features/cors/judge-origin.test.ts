import { defaultCors } from '@hzm/contracts/features/cors/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowsOrigin } from './allows-origin.ts';
import { judgeOrigin } from './judge-origin.ts';

const cors = {
  allowedDomains: [
    'https://app.example.com',
    '*.example.org',
    'localhost:5173',
    'capacitor://localhost',
  ],
  platformPatterns: defaultCors.platformPatterns,
};

describe('the judgement of an origin', () => {
  it.each([
    ['https://app.example.com', 'https://app.example.com', 'https://app.example.com', false],
    [
      'HTTPS://App.Example.com:443/path?x#y',
      'https://app.example.com',
      'https://app.example.com',
      false,
    ],
    ['app.example.com', 'https://app.example.com', 'https://app.example.com', false],
    ['http://localhost:5173/', 'http://localhost:5173', 'localhost:5173', false],
    ['https://a.example.org', 'https://a.example.org', '*.example.org', false],
    ['https://benim.vercel.app/x', 'https://benim.vercel.app', '*.vercel.app', true],
    ['capacitor://localhost/index.html', 'capacitor://localhost', 'capacitor://localhost', false],
  ])('%s is %s, allowed by %s', (text, origin, rule, isPlatform) =>
    expect(judgeOrigin(cors, text)).toMatchObject({ origin, isAllowed: true, rule, isPlatform }),
  );

  it.each([
    ['null', 'null', 'null-origin'],
    ['file:///index.html', 'null', 'null-origin'],
    ['data:text/html,x', 'null', 'null-origin'],
    ['a b', null, 'not-an-origin'],
    ['ftp://app.example.com', null, 'not-an-origin'],
    ['capacitor://localhost:80', null, 'not-an-origin'],
    ['https://app.example.com.', 'https://app.example.com.', 'trailing-dot'],
    ['https://app.example.com@evil.net', 'https://evil.net', 'no-rule'],
    ['https://x.vercel.app.evil', 'https://x.vercel.app.evil', 'no-rule'],
    ['https://evil-vercel.app', 'https://evil-vercel.app', 'no-rule'],
    ['https://örnek.com', 'https://xn--rnek-4qa.com', 'no-rule'],
    ['ionic://localhost', 'ionic://localhost', 'no-rule'],
  ])('%s is %s, refused: %s', (text, origin, refusal) =>
    expect(judgeOrigin(cors, text)).toMatchObject({
      origin,
      isAllowed: false,
      refusal,
      rule: null,
    }),
  );

  it.each([
    ['http://app.example.com', 'https://app.example.com', ['scheme']],
    ['http://app.example.com:81', 'https://app.example.com', ['scheme']],
    ['http://localhost:3000', 'localhost:5173', ['port']],
    ['https://example.org', '*.example.org', ['parent']],
    ['https://www.app.example.com', 'https://app.example.com', ['subdomain']],
  ])('%s is near %s: %s', (text, rule, differs) =>
    expect(judgeOrigin(cors, text).near).toContainEqual({ rule, differs }),
  );

  it('names origins that look like an allowed one, each by the check itself', () => {
    expect(judgeOrigin(cors, 'https://app.example.com').others).toEqual([
      { origin: 'http://app.example.com', isAllowed: false },
      { origin: 'https://app.example.com:8443', isAllowed: true },
      { origin: 'null', isAllowed: false },
    ]);
    expect(judgeOrigin(cors, 'https://a.example.org').others).toEqual([
      { origin: 'http://a.example.org', isAllowed: true },
      { origin: 'https://a.example.org:8443', isAllowed: true },
      { origin: 'null', isAllowed: false },
    ]);
  });

  it('is what the check of requests says, for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.stringMatching(/^https?:\/\/[a-z.]{1,12}(:\d{1,4})?$/),
          fc.constant('https://a.b.vercel.app'),
        ),
        text => {
          const { origin, isAllowed } = judgeOrigin(cors, text);
          expect(isAllowed).toBe(origin !== null && allowsOrigin(cors, origin));
        },
      ),
    );
  });
});
