import type { CollectionSpec, Find, Found } from '@hzm/services/core/ports/read-model';
import { findIn } from './sqlite-find.ts';
import { ViewsReader } from './views-reader.ts';

/** A query as it comes from another thread: of its collection the name. */
export type PageQuery = Omit<Find, 'collection'> & { readonly name: string };

/** A page as it goes to another thread; each has the members of what `findIn` returns. */
export type Page = Omit<Found, 'docs' | 'bytewise' | 'json'> & ({ readonly docs: Found['docs'] } | { readonly json: Uint8Array } | { readonly shown: { readonly bytes: readonly Uint8Array[]; readonly length: number } });

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
