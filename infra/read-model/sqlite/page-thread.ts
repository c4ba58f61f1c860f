import type { CollectionSpec, Find } from '@hzm/services/core/ports/read-model';
import type { Page } from './documents.ts';
import { findIn } from './sqlite-find.ts';
import { ViewsReader } from './views-reader.ts';

/**
 * A query from another thread, with its collection by name. `stop` is shared memory that the other
 * thread sets to end the page, because SQLite here has no call that interrupts a statement.
 */
export type PageQuery = Omit<Find, 'collection' | 'by' | 'left'> & {
  readonly name: string;
  readonly stop: Int32Array;
};

/** Thrown when a page is stopped. */
export class PageStopped extends Error {
  override readonly name = 'PageStopped';
}

interface Opening {
  readonly file: string;
  readonly indexFrom: number;
  readonly specs: readonly CollectionSpec[];
}

/**
 * Calls of a worker thread that reads pages of one file while another thread writes it. Each page
 * reads one snapshot, released at its end.
 */
export function serve() {
  let reader: ViewsReader | undefined;
  let current: Int32Array | undefined;
  const check = (): void => {
    if (current && Atomics.load(current, 0) !== 0) throw new PageStopped('stopped');
  };
  return {
    open({ file, indexFrom, specs }: Opening): void {
      reader = new ViewsReader(file, indexFrom, check);
      for (const spec of specs) reader.catalog.know(spec);
    },
    find({ name, stop, ...query }: PageQuery): Page {
      if (!reader) throw new PageStopped('closed');
      current = stop;
      try {
        check();
        return reader.read(({ statements, catalog }) => {
          catalog.layout(name);
          return findIn(statements, catalog.partition(name, query.partition ?? ''), query)!;
        });
      } finally {
        reader.release();
      }
    },
    close(): void {
      reader?.close();
      reader = undefined;
    },
  };
}
export type PageCalls = ReturnType<typeof serve>;
