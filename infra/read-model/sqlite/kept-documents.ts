import type { Doc, Found } from '@hzm/services/core/ports/read-model';
import { parsed } from '../../sqlite/damage.ts';

/**
 * Documents as they are kept, together; parsed when they are asked for, in the way in which they
 * are.
 */
export class KeptDocuments<D extends Doc> implements Found<D> {
  readonly #json: Buffer;
  readonly #failure: (error: unknown) => unknown;
  readonly #parsed = new Map<'utf8' | 'latin1', readonly D[]>();

  /** @param json a list of them in UTF-8 @param failure what is thrown for an error */
  constructor(json: Uint8Array, failure: (error: unknown) => unknown) {
    this.#json = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
    this.#failure = failure;
  }

  /** Of the JSON. */
  get bytes(): number {
    return this.#json.length;
  }

  get docs(): readonly D[] {
    return this.#as('utf8');
  }

  get bytewise(): readonly D[] {
    return this.#as('latin1');
  }

  #as(encoding: 'utf8' | 'latin1'): readonly D[] {
    try {
      const docs =
        this.#parsed.get(encoding) ?? parsed<readonly D[]>(this.#json.toString(encoding));
      this.#parsed.set(encoding, docs);
      return docs;
    } catch (error) {
      throw this.#failure(error);
    }
  }
}
