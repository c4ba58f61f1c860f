import type { Rehearsal } from '@hzm/contracts/core/backups';
import { START, type Position } from '@hzm/contracts/core/position';
import { Comparison, type Fingerprint } from './fingerprint.ts';
import type { ScratchViews } from './ports/backup-maker.ts';

/** The views that run. Both methods throw when the signal aborts. */
export interface RunningViews {
  /** How far each is that does not stand still. */
  positions(signal: AbortSignal): Promise<ReadonlyMap<string, Position>>;
  /** Of the documents of these views, a little at a time. */
  fingerprint(views: readonly string[], signal: AbortSignal): Promise<Fingerprint>;
}

/** What changes all the time is compared as often as this. */
const MAX_ROUNDS = 4;
const BEHIND = 'The views that run have not come as far as the backup yet.';

const CHANGING = 'The views that run changed so much meanwhile that they could not be compared.';

type Judged = Pick<
  Rehearsal,
  'isGood' | 'reason' | 'events' | 'documents' | 'uncompared' | 'fingerprint'
>;

/**
 * Compares the views that a backup makes with those that run, while these go on: the scratch views
 * follow the log to where the others are; what changed while those were read, which the log tells,
 * is
 * left for the next round. A difference anywhere else is one.
 */
export async function compareViews(
  scratch: ScratchViews,
  running: RunningViews,
  signal: AbortSignal,
): Promise<Judged> {
  const { events, end } = scratch;
  const before = await running.positions(signal);
  // A view that stands still before the backup's end is told of elsewhere, and has nothing to
  // compare.
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
