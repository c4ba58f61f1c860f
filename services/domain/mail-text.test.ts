import { expect, it } from 'vitest';
import { fillMail } from './mail-text.ts';

it.each([
  ['https://evil.example/giriş', 'https: //evil. example/giriş'],
  ['www.evil.example', 'www. evil. example'],
  ['destek@evil.example', 'destek@evil. example'],
  ['evil。example', 'evil。 example'],
  ['evil.\u200bc\u00adom', 'evil. \u200bc\u00adom'],
  ['evil.xn--p1ai', 'evil. xn--p1ai'],
  ['evil.भारत', 'evil. भारत'],
  // No domain ends in a single letter, but companies do.
  ['Yılmaz Tic. A.Ş. 2.0', 'Yılmaz Tic. A.Ş. 2.0'],
  ['a\nBcc: b', 'a Bcc: b'],
])('a mail shows the name %j as no link and on one line', (name, shown) => {
  for (const place of ['name', 'inviter', 'project'])
    expect(fillMail('tr', `{${place}}`, { [place]: name })).toBe(shown);
});

it('links of the product stay links', () => {
  const url = 'https://hzm.example/invitations/a.b';
  expect(fillMail('en', '{url}', { url })).toBe(url);
});
