import type { Amount } from '@hzm/contracts/core/amount';
import type { Change, Doc } from '@hzm/contracts/core/change';
import type { Collection, CollectionSpec, Path } from '@hzm/contracts/core/collection';
import type { ConditionGroup as Grouped } from '@hzm/contracts/core/groups';
import type { Position } from '@hzm/contracts/core/position';
import type { Paused } from '@hzm/contracts/core/status';
import type { JsonList } from './json-list.ts';
import type { Members } from './shown.ts';

export type { Change, Collection, CollectionSpec, Doc, Path };

/** All changes of one event, in order. */
export interface PositionedChanges {
  readonly position: Position;
  readonly changes: readonly Change[];
}

/** A batch of one projection; the documents are written before the checkpoint. */
export interface ProjectionWrite {
  readonly projection: string;
  readonly version: number;
  readonly batch: readonly PositionedChanges[];
  /** The last position handled, even if its events changed nothing. */
  readonly checkpoint: Position;
}

export interface Checkpoint {
  readonly version: number;
  readonly position: Position;
}

/**
 * The newest event in the documents. If a log has no event or another one at its position, the
 * documents were built from another log.
 */
export interface LastEvent {
  readonly position: Position;
  readonly id: string;
}

/** A value that documents are compared with. */
export type Operand = string | number | boolean | null | Amount;

/**
 * A condition on a value. Texts are compared by `fold`, sorted by `sortKey`; null < numbers < texts
 * < booleans < structures < amounts. `gt gte lt lte` match the operand's kind only; `ne` negates
 * `eq`. Amounts compare within a currency, weights by grams.
 */
export type Condition<P extends string = string> =
  | {
      readonly path: P;
      readonly op: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte';
      readonly value: Operand;
    }
  | {
      readonly path: P;
      readonly op: 'in';
      readonly values: readonly Operand[];
    }
  | { readonly path: P; readonly op: 'contains'; readonly text: string }
  /** The value is one of these texts, or a list with one; `negated` for all other documents. */
  | {
      readonly path: P;
      readonly op: 'has';
      readonly values: readonly string[];
      readonly negated?: boolean;
    }
  | { readonly path: P; readonly op: 'empty'; readonly value: boolean };

/** Conditions of which `any` or `all` must hold. Neither list is empty. */
export type ConditionGroup<P extends string = string> = Grouped<Condition<P>>;

/** Texts in the order in which they sort, or lists by their first item. */
export interface TextOrder {
  readonly texts: readonly string[];
  readonly areLists: boolean;
}

/**
 * `created` is the order in which the log first named the documents, without ties; `changed` that
 * of their last change. Values of `order` come first, all others after them.
 */
export interface SortKey<D extends Doc = Doc> {
  readonly by:
    | 'created'
    | 'changed'
    | { readonly path: NoInfer<Path<D>>; readonly order?: TextOrder };
  readonly descending?: boolean;
}

export interface Find<D extends Doc = Doc> {
  readonly collection: Collection<D>;
  readonly partition?: string;
  /** Selects documents with one of these exact ids; absent for all. */
  readonly ids?: readonly string[];
  /** Conditions that must all hold. */
  readonly where?: readonly Condition<NoInfer<Path<D>>>[];
  /** Groups of conditions that must all hold, too. */
  readonly groups?: readonly ConditionGroup<NoInfer<Path<D>>>[];
  /** Text that a member of `indexMembersOf` must contain; only for such collections. */
  readonly search?: string;
  /** The members that `search` covers; absent for all. */
  readonly searchIn?: readonly string[];
  /** Conditions, alone or in groups, of which one suffices instead of the text of `search`. */
  readonly searchAlso?: readonly (Condition<NoInfer<Path<D>>> | ConditionGroup<NoInfer<Path<D>>>)[];
  /** Default: created order. Ties are broken by `thenBy`, then by created order, ascending. */
  readonly sort?: SortKey<D> & { readonly thenBy?: readonly SortKey<D>[] };
  readonly skip?: number;
  readonly limit: number;
  /**
   * `nextCursor` of the previous page. With the same sort and conditions, the page continues
   * exactly after it, whatever changed since. A malformed one throws BadCursor.
   */
  readonly cursor?: string;
  /**
   * Whether to count all matches (default false), or a bound to count up to, because counting many
   * takes time.
   */
  readonly count?: boolean | { readonly upTo: number };
  /**
   * Bounds the page to `most` bytes of JSON, adding `perDocument` (default 0) to each document's
   * size; at least one document fits. `nextCursor` continues with the rest. Default: no bound.
   */
  readonly bytes?: { readonly most: number; readonly perDocument?: number };
  /**
   * Returns documents as objects of these members only, so that a store may build a long page's
   * JSON in another thread (`Found.json`).
   */
  readonly members?: Members<D>;
  /** The source of the query; long queries of different sources take turns. */
  readonly by?: string;
  /**
   * Returns the signal that aborts if nobody waits for the page any more; called only for slow
   * pages, which then end.
   */
  readonly left?: () => AbortSignal;
}

/**
 * A query of the services. Partitions have any size, so that a query within one names its source.
 */
export type SourcedFind<D extends Doc = Doc> = Find<D> &
  ({ readonly partition?: undefined } | { readonly partition: string; readonly by: string });

/** The source of a page query. */
export interface Asker {
  readonly by: string;
  readonly left?: () => AbortSignal;
}

/** The source of the server's own queries, and of those that take one step in any partition. */
export const SYSTEM: Asker = { by: 'system' };

export interface Found<D extends Doc = Doc> {
  /**
   * Parsed on first access in some stores.
   * @throws Unavailable on access, too
   */
  readonly docs: readonly D[];
  /**
   * The same documents with undecoded texts, if the store supports it: each character is one byte
   * of UTF-8, so that their JSON in Latin-1 equals that of `docs` in UTF-8. Saves decoding and
   * encoding in answers that pass many documents on, which takes as long as parsing.
   */
  readonly bytewise?: readonly D[];
  /** The page by `Find.members`, if the store built it; `docs` is then empty. */
  readonly json?: JsonList;
  readonly total?: number;
  /** Whether counting stopped at its bound, so that `total` is a minimum. */
  readonly totalIsAtLeast?: true;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

/** A cursor that this read model did not make. */
export class BadCursor extends Error {
  override readonly name = 'BadCursor';
}

/** Thrown by a reader that awaits a generation of a view while another one serves. */
export class ViewReplaced extends Error {
  override readonly name = 'ViewReplaced';
}

/** The writer paused a view, so that waiting for its checkpoint would not end. */
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
 * Read access to documents derived from the log.
 * @throws Unavailable from every method
 */
export interface DocumentReader {
  get<D extends Doc>(
    collection: Collection<D>,
    id: string,
    partition?: string,
  ): Promise<D | undefined>;
  find<D extends Doc>(query: SourcedFind<D>): Promise<Found<D>>;
  /**
   * Returns the identity of the log that the documents were built from; undefined before `bindLog`.
   */
  logIdentity(): Promise<string | undefined>;
}

/**
 * Documents derived from the log, all rebuildable; adapters pass `tests/contracts/read-model.ts`.
 * Documents, and tombstones until `reset`, store the position of their change, so that a batch
 * applied again changes nothing, even after a crash. Dropped partitions are remembered for good.
 */
export interface ReadModel extends DocumentReader {
  find<D extends Doc>(query: Find<D>): Promise<Found<D>>;
  /** Prepares collections and indexes; called once at start, idempotent. */
  define(specs: readonly CollectionSpec[]): Promise<void>;
  /**
   * Applies batches of several projections; each writes its documents before its checkpoint.
   * @param last the newest event of the batches; stored no later than the checkpoints
   * @throws Unavailable; ViewPaused; anything else if it rejects the changes permanently
   */
  apply(writes: readonly ProjectionWrite[], last?: LastEvent): Promise<void>;
  /** Returns the checkpoints of projections that have one, in one request. */
  checkpoints(projections: readonly string[]): Promise<ReadonlyMap<string, Checkpoint>>;
  /** Deletes a projection's documents and checkpoint, so that it is rebuilt from the start. */
  reset(projection: string): Promise<void>;
  /**
   * Deletes all other collections, and checkpoints of projections without any of these: remains of
   * earlier versions and generations.
   */
  retain(collections: readonly string[]): Promise<void>;
  /**
   * Returns the newest event applied; undefined before the first, and if only versions that did not
   * store it have written.
   */
  lastEvent(): Promise<LastEvent | undefined>;
  /** Stores which log the documents are built from, and resets the newest event. */
  bindLog(identity: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Returns the checkpoint of one projection.
 * @throws Unavailable
 */
export const checkpointOf = async (
  model: Pick<ReadModel, 'checkpoints'>,
  projection: string,
): Promise<Checkpoint | undefined> => (await model.checkpoints([projection])).get(projection);
