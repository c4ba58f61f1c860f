/**
 * A position in the global order of all events. Opaque: compare, store and send it, never compute
 * with it. Twenty decimal digits, so that text order is numeric order.
 */
export type Position = string & { readonly __position: true };

/** The position before the first event. */
export const START = '0'.repeat(20) as Position;

/** The position after every event. */
export const END = '9'.repeat(20) as Position;

/** Formats a store's own number as a position. */
export const positionOf = (n: number | bigint): Position => String(n).padStart(20, '0') as Position;

export const isPosition = (text: string): text is Position => /^\d{20}$/.test(text);

/** Returns a position as a version number: it rises with every change and exceeds any count. */
export const ordinal = (position: Position): number => Number(position);

export const laterOf = (a: Position, b: Position): Position => (a > b ? a : b);
