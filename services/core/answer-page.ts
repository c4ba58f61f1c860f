import { Problem } from '@hzm/contracts/core/problem';
import { ANSWER_BYTES, ENVELOPE_BYTES } from './ports/byte-budget.ts';
import type { Find, Found } from './ports/read-model.ts';

/**
 * What of a list fits into an answer. @param perDocument by how much a document is larger there, at
 * most, in bytes of JSON
 */
export const inAnswer = (perDocument = 0): NonNullable<Find['bytes']> => ({
  most: ANSWER_BYTES - ENVELOPE_BYTES,
  perDocument,
});

/**
 * A page that is asked for by its number: it cannot end early, since the pages behind it would
 * begin elsewhere. @throws Problem PAYLOAD_TOO_LARGE with a `limit` that fits
 */
export function wholePage<Page extends Found>(found: Page, limit: number): Page {
  const { length } = found.json ?? found.bytewise ?? found.docs;
  if (length < limit && found.nextCursor !== undefined)
    throw new Problem('PAYLOAD_TOO_LARGE', {
      text: { key: 'answer-too-large', values: { limit: length } },
      data: { limit: length },
    });
  return found;
}

/** A list that is answered as a whole. @throws Problem PAYLOAD_TOO_LARGE */
export function wholeList<List extends Found>(found: List): List {
  if (found.nextCursor !== undefined)
    throw new Problem('PAYLOAD_TOO_LARGE', { text: 'answer-too-large-whole' });
  return found;
}
