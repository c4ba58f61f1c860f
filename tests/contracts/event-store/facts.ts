import { newId } from '@hzm/contracts/core/ids';
import type { JsonObject } from '@hzm/contracts/core/json';
import type { NewEvent } from '@hzm/services/core/ports/event-store';

export const fact = (n: number, data: JsonObject = {}): NewEvent => ({
  id: newId(),
  type: 'counted',
  data: { n, ...data },
  meta: { at: '2026-01-01T00:00:00.000Z' },
});

export const facts = (count: number, from = 0): NewEvent[] =>
  Array.from({ length: count }, (_, i) => fact(from + i));

export const numbers = (events: readonly { readonly data: JsonObject }[]): number[] =>
  events.map(({ data }) => data['n'] as number);

/** About as large as an append may be. */
export const LARGE_BYTES = 900_000;
export const large = (n: number): NewEvent => ({
  ...fact(n),
  data: { n, filling: 'x'.repeat(LARGE_BYTES) },
});
