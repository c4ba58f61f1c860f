/** What is asked of an engine.io connection; its types hide the buffer. */
interface Line {
  readonly writeBuffer: readonly { readonly data?: unknown }[];
  readonly transport: { readonly socket?: { readonly bufferedAmount?: number } };
}

/** What one connection may have waiting, in bytes. Above the heaviest replay, so that whoever reads gets through. */
const MOST = 8 * 1024 * 1024;

/** Bytes that wait for a client to read them, in the transport and in front of it. */
export function waiting(connection: object): number {
  const { writeBuffer, transport } = connection as Line;
  let bytes = transport.socket?.bufferedAmount ?? 0;
  for (const { data } of writeBuffer) bytes += typeof data === 'string' ? data.length : 0;
  return bytes;
}

export const isSlow = (connection: object): boolean => waiting(connection) > MOST;
