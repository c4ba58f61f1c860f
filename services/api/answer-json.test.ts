import { JsonList } from '@hzm/services/core/ports/json-list';
import { slice } from '@hzm/services/core/ports/slices';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answerJson, type AnswerJson } from './answer-json.ts';

const textOf = (json: AnswerJson): string =>
  typeof json === 'string' ? json : Buffer.concat(json).toString();

it('answerJson equals JSON.stringify for any answer', async () => {
  const member = fc.oneof(
    fc.jsonValue(),
    fc.constant(undefined),
    fc.date({ noInvalidDate: true }),
    fc.array(fc.constantFrom(undefined, 1, 'ş')),
  );
  const data = fc.oneof(fc.dictionary(fc.string(), member), fc.array(member), fc.constant(null));
  await fc.assert(
    fc.asyncProperty(data, async value => {
      const answer = { success: true, data: value };
      expect(textOf(await answerJson(answer, 'utf8', slice))).toBe(JSON.stringify(answer));
    }),
    { numRuns: 500 },
  );
});

it('answerJson writes a long answer in slices and embeds encoded lists unchanged', async () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => ({
    n,
    metin: `sipariş ${n} teslim edildi`,
  }));
  let pauses = 0;
  const json = await answerJson(
    { data: { rows, again: new JsonList([Buffer.from('[1,'), Buffer.from('2]')], 2), end: true } },
    'utf8',
    () => void pauses++,
  );
  expect(textOf(json)).toBe(JSON.stringify({ data: { rows, again: [1, 2], end: true } }));
  expect(pauses).toBeGreaterThan(2);
});

it('answerJson rejects with the error of the pause', async () => {
  const gone = new Error('the client is gone');
  await expect(
    answerJson({ list: Array.from({ length: 50_000 }, () => 'x') }, 'utf8', () => {
      throw gone;
    }),
  ).rejects.toBe(gone);
});
