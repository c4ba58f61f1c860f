import type { Position } from '@hzm/contracts/core/position';
import { ViewReplaced, type ProjectionWrite } from '../ports/read-model.ts';
import { Unavailable } from '../ports/unavailable.ts';

/** The extent of a write, and the event that the read model refused, if any. */
export interface Written {
  /** Undefined if nothing was written. */
  readonly checkpoint: Position | undefined;
  readonly refused: { readonly position: Position; readonly error: unknown } | undefined;
}

/**
 * Writes as much as the read model accepts. Bisects a batch that it refuses permanently to find the
 * refused event; writes the events before it and none after it.
 * @throws Unavailable, ViewReplaced; errors of a write without documents, which are no event's fault
 */
export async function writeBisecting(
  apply: (write: ProjectionWrite) => Promise<void>,
  write: ProjectionWrite,
): Promise<Written> {
  try {
    await apply(write);
    return { checkpoint: write.checkpoint, refused: undefined };
  } catch (error) {
    const [only, ...others] = write.batch;
    const isOfEvents = !(error instanceof Unavailable || error instanceof ViewReplaced);
    if (!isOfEvents || !only) throw error;
    if (others.length === 0)
      return { checkpoint: undefined, refused: { position: only.position, error } };
    const middle = write.batch.length >> 1;
    const first = await writeBisecting(apply, {
      ...write,
      batch: write.batch.slice(0, middle),
      checkpoint: write.batch[middle - 1]!.position,
    });
    if (first.refused) return first;
    const second = await writeBisecting(apply, { ...write, batch: write.batch.slice(middle) });
    return { ...second, checkpoint: second.checkpoint ?? first.checkpoint };
  }
}
