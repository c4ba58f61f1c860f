import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The answers that a data directory of some version must keep giving: `expected.json` beside its
 * files, written by that version itself.
 */
export interface Frozen {
  readonly version: string;
  /** Everybody's, to sign in with. */
  readonly password: string;
  readonly people: Readonly<
    Record<'ayse' | 'mehmet' | 'gone', { readonly id: string; readonly email: string }>
  >;
  readonly projectId: string;
  readonly tableId: string;
  /** Position of its last event. */
  readonly head: string;
  readonly reads: readonly Asked[];
  /**
   * Writes whose callers named them: asked again, they are answered the same, and nothing is
   * written.
   */
  readonly repeats: readonly Asked[];
  /** Texts that only people said, by what became of them. */
  readonly markers: { readonly alive: readonly string[]; readonly erased: readonly string[] };
}

export interface Request {
  /** Account of the session; absent: no session. */
  readonly as?: 'ayse' | 'mehmet' | undefined;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Asked extends Request {
  readonly status: number;
  readonly answer: unknown;
}

/** Copies of a data directory what nothing else can be made of: log, keys, and files of people. */
export function copyStored(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of ['events.db', 'vault.db', 'secret', 'files'])
    if (existsSync(join(from, name))) cpSync(join(from, name), join(to, name), { recursive: true });
}

/** An answer without what differs each time: fresh tokens, and until when they hold. */
export const lasting = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer, function (this: object, name, value: unknown) {
      return name === 'token' || (name === 'expiresAt' && 'token' in this) ? undefined : value;
    }),
  );

/** Asks a server at `address` as whoever the request names; `tokens` of those who are signed in. */
export async function ask(
  address: string,
  tokens: Readonly<Record<string, string>>,
  { as, method, path, body, headers }: Request,
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the server says is judged by the test
): Promise<{ status: number; answer: any; position: string | null }> {
  const response = await fetch(`${address}/api/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(as && { authorization: `Bearer ${tokens[as]}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    answer: await response.json(),
    position: response.headers.get('x-position'),
  };
}
