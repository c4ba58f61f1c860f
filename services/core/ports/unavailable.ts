/**
 * A store is temporarily unreachable: nothing was read or written, and a retry may succeed. Every
 * port throws it.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}
