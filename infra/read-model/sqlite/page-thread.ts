import type { CollectionSpec, Find } from '@hzm/services/core/ports/read-model';
import type { Page } from './documents.ts';
import { findIn } from './sqlite-find.ts';
import { ViewsReader } from './views-reader.ts';

/** A query as it comes from another thread: of its collection the name. */
export type PageQuery = Omit<Find, 'collection'> & { readonly name: string };

interface Opening {
  readonly file: string;
  readonly indexFrom: number;
  readonly specs: readonly CollectionSpec[];
}

/** In a thread: reads pages of one file that another thread writes. Each page is read from one state of the file, which is released at its end. */
export function serve() {
  let reader: ViewsReader | undefined;
  return {
    open({ file, indexFrom, specs }: Opening): void {
      reader = new ViewsReader(file, indexFrom);
      for (const spec of specs) reader.catalog.know(spec);
    },
    find({ name, ...query }: PageQuery): Page {
      try {
        return reader!.read(({ statements, catalog }) => {
          catalog.layout(name);
          return findIn(statements, catalog.partition(name, query.partition ?? ''), query)!;
        });
      } finally {
        reader!.release();
      }
    },
    close(): void {
      reader?.close();
      reader = undefined;
    },
  };
}
export type PageCalls = ReturnType<typeof serve>;
