import { lookup as lookUp, type LookupAddress } from 'node:dns';
import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type {
  Delivered,
  Delivery,
  DeliverySender,
  NoAnswer,
} from '@hzm/services/core/ports/deliveries';
import { isPublicAddress, isPublicName, isWebPort, ownAddresses } from './public-address.ts';
import { publicNames } from './public-names.ts';

// Imports would load a second client, undici (decision 0016).
const http = process.getBuiltinModule('node:http');
const https = process.getBuiltinModule('node:https');

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES = 1_024;
/**
 * Maximum bytes of an answer with all that surrounds it. Line breaks before it and zeros before the
 * size of a chunk belong to no part of it, and the parser of HTTP reads them without end.
 */
const RECEIVED_BYTES = 65_536;
/** Maximum interim answers (1xx) to a call; one that sends them without end is read without end. */
const INTERIM_ANSWERS = 8;
/** Maximum unused connections that are kept, and their duration in milliseconds. */
const IDLE_SOCKETS = 64;
const IDLE_MS = 5_000;

class Refused extends Error {}

/** Resolves a name to all its addresses; tests replace it. */
type Resolve = (
  name: string,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

const byOperatingSystem: Resolve = (name, done) =>
  lookUp(name, { all: true }, (error, addresses) => done(error, addresses));

const inPublic = publicNames();
const byPublicDns: Resolve = (name, done) =>
  void inPublic(name).then(
    addresses => done(null, addresses),
    (error: Error) => done(error, []),
  );

interface Options {
  readonly mayBePrivate: boolean;
  readonly resolve?: Resolve;
  readonly own?: () => ReadonlySet<string>;
  readonly timeoutMs?: number;
}

const failureOf = (error: Error & { readonly code?: unknown }): NoAnswer => {
  if (error instanceof Refused) return 'refused';
  const code = String(error.code);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name-unknown';
  if (/CERT|SELF_SIGNED|ALTNAME|VERIFY/.test(code)) return 'certificate';
  return /^(?:EPROTO|ERR_SSL_|HPE_)/.test(code) ? 'protocol' : 'unreachable';
};

/**
 * Posts to HTTP receivers. The addresses that a name resolves to are checked in the look-up of the
 * connection itself, so that a second look-up cannot lead elsewhere. Follows no redirects.
 */
export class HttpSender implements DeliverySender {
  readonly #mayBePrivate: boolean;
  readonly #resolve: Resolve;
  readonly #own: () => ReadonlySet<string>;
  readonly #timeoutMs: number;
  readonly #agents: Readonly<Record<'http:' | 'https:', Agent>>;

  constructor({ mayBePrivate, resolve, own = ownAddresses, timeoutMs = TIMEOUT_MS }: Options) {
    this.#mayBePrivate = mayBePrivate;
    // Names of a private network may stand in files of the machine.
    this.#resolve = resolve ?? (mayBePrivate ? byOperatingSystem : byPublicDns);
    this.#own = own;
    this.#timeoutMs = timeoutMs;
    const options = { keepAlive: true, maxFreeSockets: 1, timeout: IDLE_MS };
    this.#agents = {
      'http:': withFewIdle(new http.Agent(options)),
      'https:': withFewIdle(new https.Agent(options)),
    };
  }

  async send(delivery: Delivery): Promise<Delivered> {
    const began = performance.now();
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    const signal = delivery.signal ? AbortSignal.any([delivery.signal, timeout]) : timeout;
    const milliseconds = (): number => Math.round(performance.now() - began);
    try {
      const answer = await this.#once({ ...delivery, signal });
      return { ...answer, milliseconds: milliseconds() };
    } catch (error) {
      const failure = timeout.aborted ? 'timeout' : failureOf(error as Error);
      return { failure, milliseconds: milliseconds() };
    }
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  async #once(
    delivery: Delivery & { readonly signal: AbortSignal },
  ): Promise<{ readonly status: number; readonly answer: string }> {
    const url = new URL(delivery.url);
    if (!this.#mayBePrivate && !isWebPort(url.port)) throw new Refused('the port is not of HTTP');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // A literal address is connected to without a look-up.
    if (isIP(host) !== 0) this.#check([host]);
    else if (!this.#mayBePrivate && !isPublicName(host))
      throw new Refused('the name is not public');
    for (;;) {
      const asked = this.#request(url, delivery);
      try {
        return await answerOf(asked, delivery);
      } catch (error) {
        // The receiver closed an idle connection at the moment it was used again.
        const isStale = asked.reusedSocket && (error as { code?: unknown }).code === 'ECONNRESET';
        if (!isStale || delivery.signal.aborted) throw error;
      }
    }
  }

  #request(url: URL, { headers, body, signal }: Delivery): ClientRequest {
    const isSecure = url.protocol === 'https:';
    return (isSecure ? https : http).request(url, {
      method: 'POST',
      agent: this.#agents[isSecure ? 'https:' : 'http:'],
      lookup: this.#lookup,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      ...(signal && { signal }),
    });
  }

  #check(addresses: readonly string[]): void {
    if (this.#mayBePrivate) return;
    const own = this.#own();
    if (addresses.every(address => isPublicAddress(address) && !own.has(address))) return;
    throw new Refused('the address is not public');
  }

  readonly #lookup: LookupFunction = (name, { all }, done) =>
    this.#resolve(name, (error, addresses) => {
      try {
        if (error) throw error;
        this.#check(addresses.map(({ address }) => address));
        const [first] = addresses;
        if (!first) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
        if (all === true) done(null, [...addresses]);
        else done(null, first.address, first.family);
      } catch (refusal) {
        done(refusal as Error, '', 4);
      }
    });
}

/** Closes the oldest unused connections; a limit of all would let unused ones delay requests. */
function withFewIdle<A extends Agent>(agent: A): A {
  return agent.on('free', () => {
    const idle = Object.values(agent.freeSockets).flatMap(sockets => sockets ?? []);
    for (const socket of idle.slice(0, -IDLE_SOCKETS)) socket.destroy();
  });
}

/** Sends the body and reads the beginning of the answer; a longer answer ends the connection. */
const answerOf = (
  asked: ClientRequest,
  { body, signal }: Delivery & { readonly signal: AbortSignal },
): Promise<{ readonly status: number; readonly answer: string }> =>
  new Promise((resolved, rejected) => {
    // A request that waits for a connection, or was answered 101, ends without an error.
    const gone = (): void => rejected(new Error('no answer'));
    signal.addEventListener('abort', gone, { once: true });
    asked.once('close', gone);
    asked.on('error', rejected);
    let received = 0;
    let answered: IncomingMessage | undefined;
    asked.once('socket', (socket: Socket) => {
      const hear = (chunk: Buffer): void => {
        received += chunk.length;
        if (received > RECEIVED_BYTES) (answered ?? asked).destroy(new Error('too long an answer'));
      };
      socket.on('data', hear);
      asked.once('close', () => socket.off('data', hear));
    });
    let interim = 0;
    asked.on('information', () => {
      if (++interim > INTERIM_ANSWERS) asked.destroy(new Error('too many interim answers'));
    });
    asked.once('response', response => {
      answered = response;
      signal.removeEventListener('abort', gone);
      asked.off('close', gone);
      const chunks: Buffer[] = [];
      let bytes = 0;
      const ended = (): void =>
        resolved({
          status: response.statusCode ?? 0,
          answer: Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8'),
        });
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > ANSWER_BYTES) response.destroy();
      });
      response.once('close', ended);
      // The status arrived; an answer that breaks off changes nothing about it.
      response.on('error', ended);
      signal.addEventListener('abort', ended, { once: true });
    });
    asked.end(body);
  });
