import type { PageTimes } from '@hzm/infra/read-model/page-time';
import type { Find, ReadModel } from '@hzm/services/core/ports/read-model';
import { describe, expect, it, onTestFinished } from 'vitest';
import { putRow, ReadModelHarness, rows as rowsOf } from './harness.ts';

const HOURS = 3_600_000;
const ROWS = 2_000;
/** A text that is read to its end by each of these conditions, which every row fulfils. */
const text = 'metin '.repeat(500);
const ENDS = Array.from({ length: 40 }, (_, i) => `${'a'.repeat(i + 1)}.`);
const textOf = (i: number): string => `${text}${i}${ENDS.at(-1)}`;

/**
 * Long pages of stores that other threads or processes read; in memory a page is found in one step.
 */
export function longPagesContract(
  name: string,
  make: (times: PageTimes) => Promise<ReadModel>,
): void {
  describe(`long pages: ${name}`, () => {
    const rows = async (times: PageTimes): Promise<(more?: Partial<Find>) => Promise<string[]>> => {
      const harness = await ReadModelHarness.of(() => make(times));
      onTestFinished(() => harness.model.close());
      const all = Array.from({ length: ROWS }, (_, i) => putRow(`r${i}`, { text: textOf(i) }));
      await harness.write(all);
      const where = [...ENDS, `${ROWS - 1}`].map(
        one => ({ path: 'values.text', op: 'contains', text: one }) as const,
      );
      return more => harness.ids({ where, by: 'a', ...more });
    };
    const last = [`r${ROWS - 1}`];

    it('a page that takes longer than most is found in the second lane', async () => {
      expect(await (await rows({ quickMs: 0, slowMs: HOURS }))()).toEqual(last);
    });

    it('a total that is found in the second lane counts all that match, whatever the page', async () => {
      const harness = await ReadModelHarness.of(() => make({ quickMs: 0, slowMs: HOURS }));
      onTestFinished(() => harness.model.close());
      await harness.values(1, 2, 2, 2, 'x');
      const where = [{ path: 'values.v', op: 'eq', value: 2 } as const];
      const totals = [];
      for (const [skip, limit] of [
        [0, 2],
        [0, 3],
        [0, 9],
        [2, 9],
        [3, 9],
        [9, 9],
      ] as const)
        totals.push(
          (
            await harness.model.find({
              collection: rowsOf,
              partition: 't',
              where,
              skip,
              limit,
              count: true,
            })
          ).total,
        );
      expect(totals).toEqual([3, 3, 3, 3, 3, 3]);
    });

    it('a page ends when its time is up', async () => {
      const found = (await rows({ quickMs: 0, slowMs: 0 }))();
      await expect(found).rejects.toMatchObject({
        code: 'NOT_READY',
        text: { key: 'page-too-long' },
      });
    });

    it('a page ends when its client leaves, before or after it begins, and the next one is found', async () => {
      const find = await rows({ quickMs: 0, slowMs: HOURS });
      const refusal = { code: 'NOT_READY', retryAfter: 1 };
      await expect(find({ left: () => AbortSignal.abort() })).rejects.toMatchObject(refusal);
      const leaving = new AbortController();
      const left = (): AbortSignal => {
        queueMicrotask(() => leaving.abort());
        return leaving.signal;
      };
      await expect(find({ left })).rejects.toMatchObject(refusal);
      expect(await find()).toEqual(last);
    });
  });
}
