import type { Collection } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { OutOfTime } from '../page-time.ts';
import type { Stored } from './stored.ts';
import { TimedPages } from './timed-documents.ts';

const all = {} as Collection<Stored>;
const asked = (by: string) => ({ collection: { name: 'rows' }, partition: 't', limit: 1, by });

describe('pages of MongoDB', () => {
  it('a source has four pages in the quick lane at once, and others go on', async () => {
    const pages = new TimedPages({ quickMs: 1_000, slowMs: 1_000 });
    const { promise, resolve } = Promise.withResolvers<void>();
    let begun = 0;
    const reading = Array.from({ length: 40 }, () =>
      pages.find(all, asked('a'), () => {
        begun++;
        return promise;
      }),
    );
    expect(await pages.find(all, asked('b'), () => Promise.resolve('found'))).toBe('found');
    expect(begun).toBe(4);
    resolve();
    await Promise.all(reading);
    expect(begun).toBe(40);
  });

  it('a source of many long pages waits in the slow lane with all its pages', async () => {
    const pages = new TimedPages({ quickMs: 1_000, slowMs: 1_000 });
    const attempts = async (by: string): Promise<number> => {
      let attempt = 0;
      await pages
        .find(all, asked(by), () => {
          attempt++;
          return attempt === 1 ? Promise.reject(new OutOfTime()) : Promise.resolve();
        })
        .catch(() => undefined);
      return attempt;
    };
    for (let n = 0; n < 4; n++) expect(await attempts('a')).toBe(2);
    expect(await attempts('a')).toBe(1);
    expect(await attempts('b')).toBe(2);
  });
});
