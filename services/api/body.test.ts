import fc from 'fast-check';
import { expect, it } from 'vitest';
import { depthOf } from './body.ts';

const depth = (value: unknown): number => (typeof value !== 'object' || value === null ? 0 : 1 + Math.max(0, ...Object.values(value).map(depth)));

it('counts the depth of any JSON text, whatever its texts hold', () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 6 }), value => depthOf(Buffer.from(JSON.stringify(value, null, 1))) === depth(value)));
  expect(depthOf(Buffer.from('["[[[\\"[["]'))).toBe(1);
});
