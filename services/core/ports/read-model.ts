import type { Change, Doc } from '@hzm/contracts/core/change';
import type { Collection, CollectionSpec, Path } from '@hzm/contracts/core/collection';
import type { Position } from '@hzm/contracts/core/position';
import type { Paused } from '@hzm/contracts/core/status';
import type { JsonList } from './json-list.ts';
import type { Members } from './shown.ts';

export type { Change, Collection, CollectionSpec, Doc, Path };

/** All changes that one event makes, in order. */
export interface PositionedChanges {
  readonly position: Position;
  readonly changes: readonly Change[];
}

/** A batch of one projection: the documents first, then the checkpoint. */
export interface ProjectionWrite {
  readonly projection: string;
  readonly version: number;
  readonly batch: readonly PositionedChanges[];
  /** Last position handled, also when the events there changed nothing. */
  readonly checkpoint: Position;
}

export interface Checkpoint {
  readonly version: number;
  readonly position: Position;
}

/**
 * The newest event that documents hold. A log with another event at its position, or none, is not
 * the one that they were built from.
 */
export interface LastEvent {
  readonly position: Position;
  readonly id: string;
}

/**
 * Text is compared folded for equality and `contains` (`fold` in contracts/core/turkish.ts) and by
 * `sortKey` for order; a text that is a moment with
 * a zone is compared, and searched, in its canonical form (`momentOf` in contracts/core/moment.ts);
 * numbers by size (-0 equals 0), booleans false before true. Order across kinds: nothing (missing
 * or null), numbers, texts, booleans,
 * arrays and objects (by their JSON text, as texts). `gt gte lt lte` match only values of the
 * operand's own kind.
 * `contains` looks in the value's text (numbers and booleans as JSON writes them; in objects and
 * arrays each name, text and number by itself). `eq` of null and `empty:true` match
 * nothing, and `empty` also the empty text. `ne` is the opposite of `eq`: it matches nothing, too.
 * A currency (an object with a numeric `amount`) is ordered and compared as its amount, a weight
 * (`{value, unit}`) by its grams; they are
 * contains-searched as `<amount> <currency>` and `<value> <unit>`, a place (`{lat, lng}`) as
 * `<lat>, <lng>`.
 */
export type Condition<P extends string = string> =
  | {
      readonly path: P;
      readonly op: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte';
      readonly value: string | number | boolean | null;
    }
  | {
      readonly path: P;
      readonly op: 'in';
      readonly values: readonly (string | number | boolean | null)[];
    }
  | { readonly path: P; readonly op: 'contains'; readonly text: string }
  | { readonly path: P; readonly op: 'empty'; readonly value: boolean };

/**
 * `created`: the order in which the log first named the documents, which has no ties. `changed`:
 * the order of their last change.
 */
export interface SortKey<D extends Doc = Doc> {
  readonly by: 'created' | 'changed' | { readonly path: NoInfer<Path<D>> };
  readonly descending?: boolean;
}

export interface Find<D extends Doc = Doc> {
  readonly collection: Collection<D>;
  readonly partition?: string;
  /** Only documents with one of these ids, letter by letter; absent: all. */
  readonly ids?: readonly string[];
  /** All must hold. */
  readonly where?: readonly Condition<NoInfer<Path<D>>>[];
  /** Some member of `indexMembersOf` contains this text. Only for such collections. */
  readonly search?: string;
  /** The members that `search` looks into; absent: all. */
  readonly searchIn?: readonly string[];
  /**
   * Created order by default. Ties: by `thenBy`, one after the other, then created order,
   * ascending.
   */
  readonly sort?: SortKey<D> & { readonly thenBy?: readonly SortKey<D>[] };
  readonly skip?: number;
  readonly limit: number;
  /**
   * `nextCursor` of the page before; with the same sort and conditions it goes on exactly behind
   * it, whatever changed since. Malformed: throws BadCursor.
   */
  readonly cursor?: string;
  /**
   * Count all that match (default false), or only so many of them: counting what many match takes
   * time.
   */
  readonly count?: boolean | { readonly upTo: number };
  /**
   * The page ends before its documents are more than `most` bytes of JSON, each counted as
   * `perDocument` (default 0) more than it has; one is always in it.
   * What does not fit is not read, and `nextCursor` goes on there. Default: no bound.
   */
  readonly bytes?: { readonly most: number; readonly perDocument?: number };
  /**
   * The documents are only passed on, each as an object of these members: a store may make the JSON
   * of a long page where it stops nobody (`Found.json`).
   */
  readonly members?: Members<D>;
  /** The source of the query: long ones of different sources take turns. */
  readonly by?: string;
  /**
   * Returns the signal that aborts if nobody waits for the page any more. Only a page that takes
   * long asks for it, and ends then.
   */
  readonly left?: () => AbortSignal;
}

/**
 * A query of the services. A partition may be of any size, so a query within one names its source.
 */
export type SourcedFind<D extends Doc = Doc> = Find<D> &
  ({ readonly partition?: undefined } | { readonly partition: string; readonly by: string });

/** The party that asks for a page. */
export interface Asker {
  readonly by: string;
  readonly left?: () => AbortSignal;
}

/**
 * Asks for the server's own queries, and for those that need one step however large the partition
 * is.
 */
export const SYSTEM: Asker = { by: 'system' };

export interface Found<D extends Doc = Doc> {
  /** A store may parse them only when this is read. @throws Unavailable then, too */
  readonly docs: readonly D[];
  /**
   * The same documents with texts that are not decoded, if the store can: each character stands for
   * one byte of the text's UTF-8. Their JSON encoded as Latin-1 is the same bytes as the JSON of
   * `docs` in UTF-8. For answers that pass many documents on: decoding and encoding texts that
   * nobody looks at takes as long as parsing them.
   */
  readonly bytewise?: readonly D[];
  /** The page as `Find.members` shows it, if the store made that; then `docs` is empty. */
  readonly json?: JsonList;
  readonly total?: number;
  /** There are more than `total`: counting ended at its bound. */
  readonly totalIsAtLeast?: true;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

/** A cursor that this read model did not make. */
export class BadCursor extends Error {
  override readonly name = 'BadCursor';
}

/** The writer has paused a view: waiting for its checkpoint would not end. */
export class ViewPaused extends Error {
  override readonly name = 'ViewPaused';
  readonly projection: string;
  readonly paused: Paused;
  constructor(projection: string, paused: Paused) {
    super(`the view ${projection} stands still: ${paused.reason}`);
    this.projection = projection;
    this.paused = paused;
  }
}

/**
 * Documents derived from the log, for those that only read them. @throws Unavailable from every
 * method
 */
export interface DocumentReader {
  get<D extends Doc>(
    collection: Collection<D>,
    id: string,
    partition?: string,
  ): Promise<D | undefined>;
  find<D extends Doc>(query: SourcedFind<D>): Promise<Found<D>>;
  /** The identity of the log that the documents were built from; undefined before `bindLog`. */
  logIdentity(): Promise<string | undefined>;
}

/**
 * Documents derived from the log; all of it can be deleted and built again. Every adapter passes
 * `tests/contracts/read-model.ts`.
 *
 * Each document remembers the position of the change it holds (tombstones too, until the next
 * `reset`), so the same batch
 * applied again changes nothing, also when a crash came between documents and checkpoint. A
 * partition that was dropped is remembered for good.
 */
export interface ReadModel extends DocumentReader {
  find<D extends Doc>(query: Find<D>): Promise<Found<D>>;
  /** Makes collections and indexes ready; called once at start, harmless when repeated. */
  define(specs: readonly CollectionSpec[]): Promise<void>;
  /**
   * Applies several projections' batches at once; per projection the documents are written before
   * the checkpoint.
   * @param last the newest event of the batches; kept no later than the checkpoints
   * @throws Unavailable; ViewPaused; anything else if it rejects what is to be written, however
   * often that is tried
   */
  apply(writes: readonly ProjectionWrite[], last?: LastEvent): Promise<void>;
  /**
   * How far those projections are that have begun; the caller goes on from there. One request,
   * however many they are.
   */
  checkpoints(projections: readonly string[]): Promise<ReadonlyMap<string, Checkpoint>>;
  /** Deletes a projection's documents and checkpoint, so that it is built again from the start. */
  reset(projection: string): Promise<void>;
  /**
   * Deletes every collection but these, and the checkpoints of projections that have none of them:
   * what earlier versions and earlier generations left.
   */
  retain(collections: readonly string[]): Promise<void>;
  /**
   * The newest event that was applied; undefined before the first one, and when only versions
   * without it have written.
   */
  lastEvent(): Promise<LastEvent | undefined>;
  /** Says which log the documents are built from; which event of it was the newest is forgotten. */
  bindLog(identity: string): Promise<void>;
  close(): Promise<void>;
}

/** How far one projection is. @throws Unavailable */
export const checkpointOf = async (
  model: Pick<ReadModel, 'checkpoints'>,
  projection: string,
): Promise<Checkpoint | undefined> => (await model.checkpoints([projection])).get(projection);
