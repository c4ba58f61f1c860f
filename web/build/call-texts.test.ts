import { expect, it } from 'vitest';
import { withoutCallTexts } from './call-texts.ts';

it('leaves out the texts of calls, and nothing of their shapes', () => {
  const code = `export const one = query({
  name: 'one',
  call: 'GET /one',
  summary: 'Read one',
  query: object({ description: text(), summary: text() }),
  description:
    'Long, and ' + 'longer.',
});
export const two = command({ call: 'POST /two', body: object({}), summary: 'Add' });
const summary = { summary: 'kept', description };`;
  expect(withoutCallTexts(code)).toBe(`export const one = query({
  name: 'one',
  call: 'GET /one',
  query: object({ description: text(), summary: text() }),
});
export const two = command({ call: 'POST /two', body: object({}) });
const summary = { summary: 'kept', description };`);
});

it('leaves out the names and descriptions of schemas', () => {
  const code = `export const One = z
  .object({ a: text().meta({ description: 'Long.' }), b: z.array(Two).meta({ id: 'B' }) })
  .meta({ id: 'One', description: list.map(x => x.meta({})).join() })
  .partial();
const meta = one.meta;`;
  expect(withoutCallTexts(code)).toBe(`export const One = z
  .object({ a: text(), b: z.array(Two) })
  .partial();
const meta = one.meta;`);
});
