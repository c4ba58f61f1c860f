/**
 * A store cannot serve now: nothing was read or written, and another attempt later may succeed.
 * Every port throws it.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}
