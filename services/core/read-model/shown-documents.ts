import { memberOf } from '@hzm/contracts/core/json';
import type {
  Collection,
  Doc,
  DocumentReader,
  Find,
  Found,
  SourcedFind,
} from '../ports/read-model.ts';

/** Returns the conditions of the documents that a collection shows. */
const hiding = <D extends Doc>({ shows }: Collection<D>): NonNullable<Find<D>['where']> =>
  shows ? [{ path: shows.member, op: shows.isNull ? 'eq' : 'ne', value: null } as const] : [];

const isShown = ({ shows }: Collection, doc: Doc): boolean =>
  !shows ||
  ((memberOf(doc as Record<string, unknown>, shows.member) ?? null) === null) === shows.isNull;

/**
 * Reads documents without those that the definition of their collection hides, so that no service
 * can forget to exclude them.
 */
export class ShownDocuments implements DocumentReader {
  readonly #model: DocumentReader;

  constructor(model: DocumentReader) {
    this.#model = model;
  }

  async get<D extends Doc>(
    collection: Collection<D>,
    id: string,
    partition?: string,
  ): Promise<D | undefined> {
    const doc = await this.#model.get(collection, id, partition);
    return doc && isShown(collection, doc) ? doc : undefined;
  }

  find<D extends Doc>(query: SourcedFind<D>): Promise<Found<D>> {
    const hidden = hiding(query.collection);
    // Behind the query's own, whose first condition tells the source of an anonymous query.
    return this.#model.find(
      hidden.length === 0 ? query : { ...query, where: [...(query.where ?? []), ...hidden] },
    );
  }

  logIdentity(): Promise<string | undefined> {
    return this.#model.logIdentity();
  }
}
