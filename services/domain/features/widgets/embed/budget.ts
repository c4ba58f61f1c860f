import { Problem } from '@hzm/contracts/core/problem';
import { MAX_EMBED_LENGTH } from '@hzm/contracts/features/widgets/embed';
import type { Html } from './markup.ts';

/** The characters that a content may still have while it is drawn. */
export class Budget {
  #left = MAX_EMBED_LENGTH;

  /** Judges text before it is made. @throws Problem PAYLOAD_TOO_LARGE */
  check(length: number): void {
    if (length > this.#left)
      throw new Problem('PAYLOAD_TOO_LARGE', { text: 'answer-too-large-whole' });
  }

  /** Counts a part of the content. @throws Problem PAYLOAD_TOO_LARGE */
  take(part: Html): Html {
    this.check(part.text.length);
    this.#left -= part.text.length;
    return part;
  }
}
