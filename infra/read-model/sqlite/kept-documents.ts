import { claimant } from '@hzm/services/core/ports/memory';
import type { Doc, Found } from '@hzm/services/core/ports/read-model';
import { parsed } from '../../sqlite/damage.ts';

/** Documents cached as one JSON text, parsed on demand in the requested encoding. */
export class KeptDocuments<D extends Doc> implements Found<D> {
  readonly #json: Buffer;
  readonly #failure: (error: unknown) => unknown;
  readonly #parsed = new Map<'utf8' | 'latin1', readonly D[]>();

  /** @param json a list in UTF-8 @param failure maps an error to the one to throw */
  constructor(json: Uint8Array, failure: (error: unknown) => unknown) {
    this.#json = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
    this.#failure = failure;
  }

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
      if (!this.#parsed.has(encoding)) claimant()?.claimJson(this.#json);
      const docs =
        this.#parsed.get(encoding) ?? parsed<readonly D[]>(this.#json.toString(encoding));
      this.#parsed.set(encoding, docs);
      return docs;
    } catch (error) {
      throw this.#failure(error);
    }
  }
}
