import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { invalidated, noPlaces, withPage, type PageIndex } from '../model/page-index.ts';
import { createLoader } from './loader.ts';
import type { RowsPage } from './rows-api.ts';

/** A table of ten rows in pages of two; what is read waits for its answer. */
function scene() {
  let places: PageIndex = noPlaces(2);
  const asked: { page: number; answer: () => void; fail: (status?: number) => void }[] = [];
  const failures: ApiError[] = [];
  const loader = createLoader({
    places: () => places,
    read: page =>
      new Promise<RowsPage>((resolve, reject) => {
        asked.push({
          page,
          answer: () => resolve({ rows: [], total: 10 }),
          fail: (status = 500) => reject(new ApiError(status, 'INTERNAL', '')),
        });
      }),
    take: (page, { total }, sure) => {
      places = withPage(places, page, [`${page}a`, `${page}b`], total);
      if (!sure) places = invalidated(places);
    },
    fail: (_, error) => {
      failures.push(error);
    },
    doubt: () => {
      places = invalidated(places);
    },
  });
  return { loader, asked, failures, pages: () => asked.map(({ page }) => page) };
}

describe('reading pages', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

  it('reads what is wanted when something is shown, two at once, and what is wanted last', async () => {
    const { loader, asked, pages } = scene();
    loader.want(0, 9);
    expect(pages()).toEqual([]);
    loader.reset();
    loader.want(0, 9);
    expect(pages()).toEqual([1]);
    asked[0]!.answer();
    await settle();
    expect(pages()).toEqual([1, 2, 3]);
    loader.want(8, 9);
    asked[1]!.answer();
    asked[2]!.answer();
    await settle();
    expect(pages()).toEqual([1, 2, 3, 5]);
  });

  it('reads again what was doubted, also while it was under way', async () => {
    const { loader, asked, pages } = scene();
    loader.reset();
    loader.want(0, 1);
    loader.reload('at-once');
    asked[0]!.answer();
    await settle();
    expect(pages()).toEqual([1, 1]);
    asked[1]!.answer();
    await settle();
    loader.reload('now');
    loader.reload('now');
    await vi.advanceTimersByTimeAsync(1_100);
    expect(pages()).toEqual([1, 1, 1]);
  });

  it('leaves a page that could not be read until another one is, or somebody asks', async () => {
    const { loader, asked, failures, pages } = scene();
    loader.reset();
    loader.want(0, 1);
    asked[0]!.fail();
    await settle();
    loader.want(0, 3);
    expect([pages(), failures.length]).toEqual([[1], 1]);
    loader.reload('at-once');
    expect(pages()).toEqual([1, 1]);
    asked[1]!.answer();
    await settle();
    asked[2]!.fail();
    await settle();
    loader.want(2, 5);
    expect(pages()).toEqual([1, 1, 2, 3]);
    asked[3]!.answer();
    await settle();
    expect(pages()).toEqual([1, 1, 2, 3, 2]);
  });

  it('reads nothing more once the table may not be read', async () => {
    const { loader, asked, pages } = scene();
    loader.reset();
    loader.want(0, 1);
    asked[0]!.answer();
    await settle();
    loader.want(2, 3);
    asked[1]!.fail(403);
    await settle();
    loader.want(6, 7);
    expect(pages()).toEqual([1, 2]);
  });

  it('forgets answers to what nobody looks at any more', async () => {
    const { loader, asked, pages } = scene();
    loader.reset();
    loader.want(0, 1);
    loader.reset();
    asked[0]!.answer();
    await settle();
    loader.want(0, 1);
    expect(pages()).toEqual([1, 1]);
  });
});
