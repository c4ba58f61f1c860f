import { expect, it } from 'vitest';
import { withLeanCalls, withoutMetas, withPureConstants } from './lean-contracts.ts';

it('leaves of a call what a client needs, and everything else as it is', () => {
  const code = `const shared = { access: 'session', summary: 'kept' };
export const one = query({
  name: 'one',
  call: 'GET /one',
  access: 'public',
  file: sentFile('*/*', 9),
  query: object({ description: text(), call: text() }),
  answer: object({}),
  summary: 'Read one',
  description:
    'Long, and ' + 'longer.',
});
export const two = command({ ...shared, body: object({}), call: 'POST /two', isFlat: true });`;
  expect(withLeanCalls(code)).toBe(`const shared = { access: 'session', summary: 'kept' };
export const one = query({ name: 'one', call: 'GET /one', file: sentFile('*/*', 9) });
export const two = command({ ...shared, call: 'POST /two', isFlat: true });`);
});

it('marks constants that are made by calls, so that unused ones are dropped', () => {
  const code = `const plain = 3;
export const Name = z.string().max(9);
const shapes = { a: z.int(), b };
function kept() { const inner = f(); return inner; }`;
  expect(withPureConstants(code)).toBe(`const plain = 3;
export const Name = /* @__PURE__ */ (() => (z.string().max(9)))();
const shapes = /* @__PURE__ */ (() => ({ a: z.int(), b }))();
function kept() { const inner = f(); return inner; }`);
});

it('leaves out what names and describes schemas, wherever it stands', () => {
  const code = `export const Row = z.object({
  id: Id.meta({ description: 'Long.' }).optional(),
  meta: text(),
}).meta({ id: 'Row' });`;
  expect(withoutMetas(code)).toBe(`export const Row = z.object({
  id: Id.optional(),
  meta: text(),
});`);
});
