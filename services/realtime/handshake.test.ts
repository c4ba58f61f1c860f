import { describe, expect, it } from 'vitest';
import { isOwnOrigin } from './handshake.ts';

describe('an origin', () => {
  it.each<[string | undefined, string[], boolean]>([
    [undefined, ['a.example'], true], ['https://a.example', ['a.example'], true], ['http://localhost:3000', ['localhost:3000'], true],
    ['https://a.example', ['127.0.0.1:3000', 'a.example'], true], ['https://b.example', ['a.example'], false], ['http://localhost:3001', ['localhost:3000'], false],
    ['null', ['a.example'], false], ['https://a.example.evil.example', ['a.example'], false], ['', ['a.example'], false],
  ])('%s to %j: %s', (origin, hosts, own) => {
    expect(isOwnOrigin(origin, ...hosts)).toBe(own);
  });
});
