import { Problem } from '@hzm/contracts/core/problem';
import { ANSWER_BYTES, ENVELOPE_BYTES } from '../ports/byte-budget.ts';
import type { Find, Found } from '../ports/read-model.ts';

/**
 * Returns the bytes available for a list in an answer.
 * @param perDocument maximum bytes of JSON by which a document is larger in the answer than in the
 * store
 */
export const inAnswer = (perDocument = 0): NonNullable<Find['bytes']> => ({
  most: ANSWER_BYTES - ENVELOPE_BYTES,
  perDocument,
});

/**
 * Checks a numbered page, which must be complete because an early end would shift later pages.
 * @throws Problem PAYLOAD_TOO_LARGE with a `limit` that fits
 */
export function wholePage<Page extends Found>(found: Page, limit: number): Page {
  const { length } = found.json ?? found.bytewise ?? found.docs;
  if (length < limit && found.nextCursor !== undefined)
    throw new Problem('PAYLOAD_TOO_LARGE', {
      text: { key: 'answer-too-large', values: { limit: String(length) } },
      data: { limit: length },
    });
  return found;
}

/**
 * Checks a list that is answered whole.
 * @throws Problem PAYLOAD_TOO_LARGE
 */
export function wholeList<List extends Found>(found: List): List {
  if (found.nextCursor !== undefined)
    throw new Problem('PAYLOAD_TOO_LARGE', { text: 'answer-too-large-whole' });
  return found;
}
