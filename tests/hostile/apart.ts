import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { run } from '../run/process.ts';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the server says is judged by the test
  readonly body: any;
}

/**
 * A server in a process of its own with a small heap, so that what it holds is its own, and too
 * much ends it.
 */
export async function serveApart(
  environment: Readonly<Record<string, string>>,
  heapMegabytes = 768,
) {
  const turns = join(mkdtempSync(join(tmpdir(), 'hzm-')), 'longest-turn');
  const watching = `--import=${pathToFileURL(join(import.meta.dirname, 'longest-turn.ts')).href}`;
  const program = run({
    HZM_SECRET: 'a secret for tests only',
    HZM_REGISTER_PER_MINUTE: '0',
    LONGEST_TURN_FILE: turns,
    NODE_OPTIONS: `--max-old-space-size=${heapMegabytes} ${watching}`,
    ...environment,
  });
  const address = await program.ready;

  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> => {
    // A connection for each: one that is kept may be closed by a busy server in the moment it is
    // used again.
    const sent = request(`${address}/api/v1${path}`, {
      method,
      agent: false,
      headers: { 'content-type': 'application/json', ...headers },
    });
    sent.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const bytes = await buffer(response);
    return {
      status: response.statusCode!,
      headers: response.headers,
      bytes: bytes.length,
      body: JSON.parse(bytes.toString()) as unknown,
    };
  };

  const memory = (name: 'VmHWM' | 'VmRSS'): number =>
    Number(
      new RegExp(`${name}:\\s+(\\d+)`).exec(
        readFileSync(`/proc/${program.process.pid}/status`, 'utf8'),
      )![1],
    ) * 1024;

  return {
    ask,
    address,
    said: program.said,
    /** The most memory that the process ever held, in bytes. */
    peak: () => memory('VmHWM'),
    /**
     * The longest that the server let everybody wait while `work` was done, in milliseconds of its
     * processor time.
     */
    async turnDuring<T>(work: () => Promise<T>): Promise<{ result: T; turn: number }> {
      rmSync(turns, { force: true });
      const result = await work();
      await sleep(50);
      return { result, turn: Number(readFileSync(turns, 'utf8')) };
    },
    async close(): Promise<void> {
      program.process.kill('SIGTERM');
      await program.ended;
      rmSync(dirname(turns), { recursive: true, force: true });
    },
  };
}

export type Apart = Awaited<ReturnType<typeof serveApart>>;
