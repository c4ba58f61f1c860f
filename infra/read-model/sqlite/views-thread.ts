import type { CollectionSpec } from '@hzm/services/core/ports/read-model';
import { forgetAside, setAside } from '../../sqlite/damage.ts';
import { type Applied, type Opening, ViewsWriter } from './views-writer.ts';

/**
 * Calls of the worker thread that writes the views of one file. Notifications ask readers to
 * release their snapshot; `true` drops their caches, too.
 */
export function serve(tell: (erases: boolean) => void) {
  let writer: ViewsWriter | undefined;
  return {
    open(opening: Opening): void {
      // A failure leaves no writer, and the thread stays usable.
      forgetAside(opening.file);
      writer = new ViewsWriter(opening, tell);
    },
    /** Replaces a damaged file, which no connection has open any more. */
    replace(opening: Opening): void {
      writer?.leave();
      writer = undefined;
      setAside(opening.file);
      writer = new ViewsWriter(opening, tell);
    },
    define: (specs: readonly CollectionSpec[]): void => writer!.define(specs),
    apply: (applied: Applied): boolean => writer!.apply(applied),
    move: (): boolean => writer!.move(),
    reset: (projection: string): void => writer!.reset(projection),
    retain: (collections: readonly string[]): void => writer!.retain(collections),
    bindLog: (identity: string): void => writer!.bindLog(identity),
    close: (): void => writer?.close(),
  };
}
export type ViewsCalls = ReturnType<typeof serve>;
