import type { Change } from '@hzm/services/core/ports/read-model';
import { expect, test } from 'vitest';
import { ReadModelHarness, type Make, putNote, marks, notes } from './harness.ts';

/** Documents that are kept for a time only. */
export function expiryContract(make: Make): void {
  const mark = (id: string, day: number): Change => ({
    op: 'put',
    collection: 'marks',
    id,
    doc: { id, day: `2026-01-${String(day).padStart(2, '0')}` },
  });
  const ids = async ({ model }: ReadModelHarness): Promise<string[]> =>
    (await model.find({ collection: marks, limit: 10_000 })).docs.map(({ id }) => id);
  /** Writes one mark more until these are left of the others. */
  const expectLeft = async (
    desk: ReadModelHarness,
    day: number,
    left: readonly string[],
  ): Promise<void> => {
    await expect
      .poll(
        async () => {
          await desk.write([mark('newest', day)]);
          return (await ids(desk)).filter(id => id !== 'newest');
        },
        { timeout: 5_000 },
      )
      .toEqual(left);
  };

  test('the older ones go when newer come, the others stay', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write(
      [mark('a', 1)],
      [mark('b', 1)],
      [mark('c', 2)],
      [mark('d', 3)],
      [putNote({ id: 'n', at: '2020-01-01' })],
    );
    expect(await ids(desk)).toEqual(['a', 'b', 'c', 'd']);
    await expectLeft(desk, 4, ['c', 'd']);
    expect(await desk.model.get(marks, 'a')).toBeUndefined();
    expect(await desk.model.get(notes, 'n')).toBeDefined();
    await expectLeft(desk, 9, []);
  });

  test('one that went can come again', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write([mark('a', 1)]);
    await expectLeft(desk, 9, []);
    await desk.write([mark('a', 9)]);
    expect(await desk.model.get(marks, 'a')).toEqual({ id: 'a', day: '2026-01-09' });
  });

  test('however many they are, a bounded number goes at a time', async () => {
    const desk = await ReadModelHarness.of(make);
    const many = Array.from({ length: 2_500 }, (_, i) => mark(`m${i}`, 1));
    for (let from = 0; from < many.length; from += 500)
      await desk.write(...many.slice(from, from + 500).map(change => [change]));
    await desk.write([mark('newest', 9)]);
    expect((await ids(desk)).length).toBeGreaterThan(1_000);
    await expectLeft(desk, 9, []);
    expect((await desk.model.find({ collection: marks, limit: 1, count: true })).total).toBe(1);
  });
}
