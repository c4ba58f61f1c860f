import type { Socket } from 'node:net';
import { IncomingMessage } from './node-http.ts';

/** Maximum bytes of a piece that is joined with others: each takes 200 bytes beside its own. */
const SMALL_BYTES = 1_024;
/** Maximum pieces that wait to be joined. */
const MAX_JOINED_PIECES = 512;
/** Pieces of a body that may have any size, and the average bytes of those of a longer body. */
const FREE_PIECES = 10_000;
const MIN_AVERAGE_BYTES = 16;

/**
 * A request that joins the small pieces of its body that come at one moment, and ends its connection
 * if there are too many: a client may send a mebibyte byte by byte, which would take 200 MiB and
 * seconds.
 */
export class JoinedRequest extends IncomingMessage {
  constructor(socket: Socket) {
    super(socket);
    const push = this.push.bind(this);
    let [count, bytes] = [0, 0];
    let pieces: Buffer[] = [];
    const flush = (): void => {
      if (pieces.length === 0) return;
      const joined = pieces;
      pieces = [];
      push(joined.length === 1 ? joined[0]! : Buffer.concat(joined));
    };
    // A member of its own, because Express replaces the prototype.
    this.push = (piece: Buffer | null): boolean => {
      if (piece !== null) {
        count++;
        bytes += piece.length;
        if (count > FREE_PIECES && bytes < count * MIN_AVERAGE_BYTES) {
          socket.destroy();
          return false;
        }
      }
      if (piece === null || piece.length > SMALL_BYTES) {
        flush();
        return push(piece);
      }
      // Ticks end between two pieces of one read.
      if (pieces.length === 0) setImmediate(flush);
      pieces.push(piece);
      if (pieces.length === MAX_JOINED_PIECES) flush();
      return this.readableLength < this.readableHighWaterMark;
    };
  }
}
