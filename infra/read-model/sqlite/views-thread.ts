import type { CollectionSpec } from '@hzm/services/core/ports/read-model';
import { forgetAside, setAside } from '../../sqlite/damage.ts';
import { type Applied, type Opening, ViewsWriter } from './views-writer.ts';

/**
 * In a thread: writes the views of one file. Unasked it says that those who read should let go of
 * what they see; `true`: of what they have kept, too.
 */
export function serve(tell: (erases: boolean) => void) {
  let writer: ViewsWriter | undefined;
  return {
    open(opening: Opening): void {
      // Whatever fails here leaves nothing open: the thread goes on without it.
      forgetAside(opening.file);
      writer = new ViewsWriter(opening, tell);
    },
    /** Begins anew in the place of a damaged file, which nobody has open any more. */
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
