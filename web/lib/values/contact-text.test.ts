import { describe, expect, it } from 'vitest';
import { formatPhone, linkOf, starText } from './contact-text.ts';

describe('contact values', () => {
  it('groups the digits of numbers whose grouping is known', () => {
    expect(formatPhone('+905321234567')).toBe('+90 532 123 45 67');
    expect(formatPhone('+12025550143')).toBe('+1 202 555 0143');
    expect(formatPhone('+4930123456')).toBe('+4930123456');
  });

  it('links only to addresses of the web, mail and telephone', () => {
    expect(linkOf('email', 'ayse@example.com')).toBe('mailto:ayse%40example.com');
    expect(linkOf('phone', '+905321234567')).toBe('tel:+905321234567');
    expect(linkOf('url', 'https://hzm.app/')).toBe('https://hzm.app/');
    expect(linkOf('url', 'javascript:alert(1)')).toBeUndefined();
    expect(linkOf('email', 'a@b.co?bcc=x@y.z')).not.toContain('?');
    expect(linkOf('string', 'https://hzm.app/')).toBeUndefined();
  });

  it('draws a rating of 0 to 5, and any other number as itself', () => {
    expect([0, 3, 5, 7].map(starText)).toEqual(['☆☆☆☆☆', '★★★☆☆', '★★★★★', '7']);
  });
});
