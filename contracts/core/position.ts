/**
 * A place in the one global order of all events. Opaque: positions are compared, stored and sent,
 * never computed with.
 * Twenty decimal digits, so that comparing them as text compares them as numbers.
 */
export type Position = string & { readonly __position: true };

/** Before the first event. */
export const START = '0'.repeat(20) as Position;

/** After every event: nothing is later. */
export const END = '9'.repeat(20) as Position;

/** A store's own number as a position. */
export const positionOf = (n: number | bigint): Position => String(n).padStart(20, '0') as Position;

/** Whether a text from outside has the form of a position. */
export const isPosition = (text: string): text is Position => /^\d{20}$/.test(text);

/** A position as a version: it rises with every change, and is higher than any count. */
export const ordinal = (position: Position): number => Number(position);

export const laterOf = (a: Position, b: Position): Position => (a > b ? a : b);
