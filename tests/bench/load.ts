import autocannon from 'autocannon';

/**
 * Returns one request of a load: `n` counts up over all connections and loads, so that no request
 * repeats.
 */
export type Ask = (n: number) => {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly body?: unknown;
};

export interface Load {
  readonly perSecond: number;
  /** In milliseconds, like `p97` (97.5 %) and `p99`. */
  readonly p50: number;
  readonly p97: number;
  readonly p99: number;
}

export interface Target {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

let n = 0;

/**
 * Sends requests over several connections, each after the answer to its last. @throws Error for any
 * answer but 2xx
 */
export async function load(
  { address, headers }: Target,
  connections: number,
  seconds: number,
  ask: Ask,
): Promise<Load> {
  const result = await autocannon({
    url: address,
    connections,
    duration: seconds,
    headers: { 'content-type': 'application/json', ...headers },
    requests: [
      {
        setupRequest: request => {
          const { method, path, body } = ask(n++);
          return {
            ...request,
            method,
            path,
            ...(body !== undefined && { body: JSON.stringify(body) }),
          };
        },
      },
    ],
  });
  if (result.non2xx + result.errors > 0)
    throw new Error(
      `${result.non2xx} refused, ${result.errors} unanswered of ${result.requests.sent}`,
    );
  return {
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p97: result.latency.p97_5,
    p99: result.latency.p99,
  };
}
