import type { Server } from 'node:http';

const DRAIN_MS = 20;
/** Timeout of pending requests at the end, in milliseconds. */
const DRAIN_TIMEOUT_MS = 10_000;

/** @throws Error that says how to change an unusable port or host */
export function listen(server: Server, port: number, host: string): Promise<void> {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `PORT ${port} is taken by another program; choose another one, e.g. PORT=${port + 1}.`,
    EACCES: `PORT ${port} may not be used by this user; choose one above 1023.`,
    EADDRNOTAVAIL: `HOST ${host} is no address of this machine.`,
    ENOTFOUND: `HOST ${host} is no address of this machine.`,
  };
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = reasons[error.code ?? ''];
      reject(reason === undefined ? error : new Error(reason, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
}

/** Finishes pending requests; each connection closes after its answer. */
export async function drained(server: Server): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), DRAIN_MS);
  const late = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
  await new Promise<void>(resolve => server.close(() => resolve()));
  clearInterval(idle);
  clearTimeout(late);
}
