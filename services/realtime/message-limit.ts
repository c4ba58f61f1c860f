import { TokenBucket } from './token-bucket.ts';

/** The parts of an engine.io connection that tell of its packets before socket.io parses them. */
interface Connection {
  on(event: 'packet', listener: (packet: { readonly type: string; data?: unknown }) => void): void;
  close(discard?: boolean): void;
}

/** The longest message of a client, in bytes: as of a call that is open to everybody. */
const MAX_MESSAGE_BYTES = 16 * 1024;

const bytesOf = (data: unknown): number => (typeof data === 'string' ? Buffer.byteLength(data) : ArrayBuffer.isView(data) ? data.byteLength : 0);

/** Closes a connection that sends too many packets, or one that is too long, before anything of it is parsed; also while nobody has said who they are. Returns the allowance that its messages use up. */
export function limitMessages(connection: Connection): TokenBucket {
  const allowance = new TokenBucket(Date.now());
  connection.on('packet', packet => {
    if (allowance.take(Date.now()) && bytesOf(packet.data) <= MAX_MESSAGE_BYTES) return;
    // The parser refuses it at once.
    packet.data = '';
    connection.close(true);
  });
  return allowance;
}
