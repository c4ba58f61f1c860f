import { Agent, request } from 'node:http';
import { connect } from 'node:net';

export interface Raw {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/**
 * Sends a path and headers just as they are; undefined when they cannot even be put into a request.
 */
export function ask(
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer | undefined,
): Promise<Raw | undefined> {
  return new Promise((resolve, reject) => {
    try {
      const sent = request(
        {
          port,
          host: '127.0.0.1',
          method,
          path,
          agent,
          headers: {
            ...headers,
            ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
          },
        },
        response => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({
              status: response.statusCode!,
              headers: response.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    } catch (error) {
      if (error instanceof TypeError) resolve(undefined);
      else reject(error);
    }
  });
}

/**
 * Sends bytes that need not be HTTP; what came back until the server closed or was silent for a
 * moment.
 */
export function shout(port: number, bytes: string): Promise<string> {
  return new Promise(resolve => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(300, () => socket.destroy());
    socket.on('data', chunk => {
      text += chunk.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}

let addresses = 0;

/** Returns the header of an address of its own, whose refusals count for nobody else. */
export function elsewhere(): Readonly<Record<string, string>> {
  const [high, low] = [(++addresses >> 8) & 255, addresses & 255];
  return { 'x-forwarded-for': `10.0.${high}.${low}` };
}

export const hangUp = (): void => agent.destroy();
