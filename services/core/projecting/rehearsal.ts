import type { Rehearsal } from '@hzm/contracts/core/backups';
import { START, type Position } from '@hzm/contracts/core/position';
import type { ScratchViews } from '../ports/backup-maker.ts';
import { Comparison, type Fingerprint } from './fingerprint.ts';

/** The running views. Both methods throw when the signal aborts. */
export interface RunningViews {
  /** Returns the positions of views that are not paused. */
  positions(signal: AbortSignal): Promise<ReadonlyMap<string, Position>>;
  /** Fingerprints the documents of these views in small steps. */
  fingerprint(views: readonly string[], signal: AbortSignal): Promise<Fingerprint>;
}

/** Attempts to compare views that keep changing. */
const MAX_ROUNDS = 4;
const BEHIND = 'The views that run have not come as far as the backup yet.';

const CHANGING = 'The views that run changed so much meanwhile that they could not be compared.';

type Judged = Pick<
  Rehearsal,
  'isGood' | 'reason' | 'events' | 'documents' | 'uncompared' | 'fingerprint'
>;

/**
 * Compares a backup's views with the running ones: the scratch views follow the log to the same
 * positions. Parts that changed during the read, known from the log, wait for the next round; any
 * other difference fails.
 */
export async function compareViews(
  scratch: ScratchViews,
  running: RunningViews,
  signal: AbortSignal,
): Promise<Judged> {
  const { events, end } = scratch;
  const before = await running.positions(signal);
  // A view paused before the backup's end is reported elsewhere and skipped here.
  const views = [...before]
    .filter(([, position]) => position >= end || end === START)
    .map(([name]) => name);
  if (views.length === 0)
    return {
      isGood: false,
      reason: BEHIND,
      events,
      documents: 0,
      uncompared: 0,
      fingerprint: null,
    };
  const of = (positions: ReadonlyMap<string, Position>): ReadonlyMap<string, Position> =>
    new Map([...positions].filter(([name]) => views.includes(name)));
  const comparison = new Comparison();
  let [documents, fingerprint]: [number, string | null] = [0, null];
  for (let round = 0; round < MAX_ROUNDS && !comparison.isNearlyWhole; round++) {
    await scratch.follow(of(await running.positions(signal)));
    const own = await scratch.fingerprint(views);
    const other = await running.fingerprint(views, signal);
    comparison.compare(own, other, await scratch.follow(of(await running.positions(signal))));
    documents = own.documents;
    fingerprint = own.text;
  }
  const reason =
    comparison.differing > 0
      ? `The views differ from those that run in ${comparison.differing} places.`
      : comparison.isMeaningful
        ? null
        : CHANGING;
  return {
    isGood: reason === null,
    reason,
    events,
    documents,
    uncompared: comparison.open,
    fingerprint,
  };
}
