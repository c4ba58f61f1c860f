import type { IncomingMessage } from 'node:http';
import { Problem } from '@hzm/contracts/core/problem';
import type { Caller, Engine } from '@hzm/services/core/engine';
import type { Trust } from '@hzm/services/core/proxies';
import { Tally } from '@hzm/services/core/tally';
import { ipRateLimitKey } from '../core/ip-rate-limit-key.ts';
import type { RevocationLog } from './access-revocation.ts';
import type { Clients } from './client.ts';
import { addressOf, isOwnOrigin, authenticateHandshake, type Guessing } from './handshake.ts';
import { AccountAllowances, limitMessages, type Allowance } from './message-limit.ts';
import { codeOf } from './watching.ts';

/** The most connections, at this process, of one person or of the keys of one project. */
export const MAX_CONNECTIONS_PER_PERSON = 100;
/** The most connections, at this process, of the keys of all projects of one account. */
export const MAX_CONNECTIONS_OF_KEYS = 300;
/** The most connections, at this process, from one address. */
export const MAX_CONNECTIONS_PER_ADDRESS = 1_000;
/** So many more connections are accepted only to be refused with a reason. */
const MAX_REFUSED_CONNECTIONS = 100;

/** What an entrance is made of. */
interface EntranceParts {
  readonly engine: Engine;
  readonly revocations: RevocationLog;
  readonly guesses: Guessing;
  readonly strangers: Strangers;
  readonly trusts: Trust;
  readonly log: (error: unknown) => void;
}

/** Counts one who came from an address without being anybody; whether these were too many. */
export type Strangers = (address: string) => boolean;

/** Refusals of those who are nobody. */
const NOBODY: readonly string[] = ['UNAUTHORIZED', 'TOKEN_EXPIRED', 'MISSING_HEADERS'];

const refusal = (code: string): Error => Object.assign(new Error(code), { data: { code } });
/** The names that a connection is counted under, each with the most that there may be. */
const groupsOf = ({
  actor,
  accountId,
  key,
  looker,
}: Caller): readonly (readonly [name: string, max: number])[] => {
  if (!key)
    return [[looker ? `looker ${looker.id}` : `person ${actor}`, MAX_CONNECTIONS_PER_PERSON]];
  return [
    [`key ${key.projectId}`, MAX_CONNECTIONS_PER_PERSON],
    [`keys of ${accountId}`, MAX_CONNECTIONS_OF_KEYS],
  ];
};

/** Lets clients in: by what they show, and while they are not too many. */
export class Entrance {
  readonly #parts: EntranceParts;
  readonly #people = new Tally();
  readonly #addresses = new Tally();
  /** Connections whose last attempt to say who they are is not judged yet. */
  readonly #pending = new WeakSet<object>();
  readonly #allowances = new WeakMap<object, Allowance>();
  readonly #accounts = new AccountAllowances();

  constructor(parts: EntranceParts) {
    this.#parts = parts;
  }

  /** Whether a connection may be opened at all, to say who it is. */
  readonly allowRequest = (
    request: IncomingMessage,
    answer: (error: string | null | undefined, success: boolean) => void,
  ): void => {
    const { headers } = request;
    const isWelcome = isOwnOrigin(headers.origin, headers.host, headers['x-forwarded-host']);
    answer(
      null,
      isWelcome &&
        this.#addresses.of(this.#addressOf(request)) <
          MAX_CONNECTIONS_PER_ADDRESS + MAX_REFUSED_CONNECTIONS,
    );
  };

  open(io: Clients): void {
    io.engine.on(
      'connection',
      (
        connection: Parameters<typeof limitMessages>[0] & {
          readonly request: IncomingMessage;
          once(event: 'close', listener: () => void): void;
        },
      ) => {
        this.#allowances.set(connection, limitMessages(connection));
        connection.once('close', this.#addresses.add(this.#addressOf(connection.request)));
      },
    );
    io.use((client, next) => {
      const { auth } = client.handshake;
      client.handshake.auth = {};
      const { conn } = client;
      // One attempt at a time: many at once would all be judged before the first is counted.
      if (this.#pending.has(conn)) return next(refusal('RATE_LIMIT_EXCEEDED'));
      this.#pending.add(conn);
      const { count } = this.#parts.revocations;
      void this.#admit(auth, conn.request)
        .finally(() => this.#pending.delete(conn))
        .then(
          caller => {
            // Looked at and counted in one go: those who come at the same time are counted, too.
            // Who hung up meanwhile is not.
            const groups = groupsOf(caller);
            if (groups.some(([name, max]) => this.#people.of(name) >= max))
              return next(refusal('RATE_LIMIT_EXCEEDED'));
            if (client.conn.readyState === 'open')
              for (const [name] of groups) client.conn.once('close', this.#people.add(name));
            const allowance = this.#allowances.get(client.conn)!;
            const account = caller.accountId ?? caller.actor;
            allowance.share(this.#accounts.of(account, caller.key ? 'key' : 'session'));
            client.data = { caller, revocations: count, watches: new Map(), allowance };
            next();
          },
          (error: unknown) => {
            if (!(error instanceof Problem)) this.#parts.log(error);
            next(refusal(codeOf(error)));
          },
        );
    });
  }

  /** @throws Problem RATE_LIMIT_EXCEEDED, and as `authenticateHandshake` */
  async #admit(auth: unknown, request: IncomingMessage): Promise<Caller> {
    const { engine, guesses, strangers } = this.#parts;
    const address = this.#addressOf(request);
    if (this.#addresses.of(address) > MAX_CONNECTIONS_PER_ADDRESS)
      throw new Problem('RATE_LIMIT_EXCEEDED');
    return authenticateHandshake(engine, auth, address, guesses).catch((error: unknown) => {
      const isNobody = error instanceof Problem && NOBODY.includes(error.code);
      throw isNobody && strangers(address) ? new Problem('RATE_LIMIT_EXCEEDED') : error;
    });
  }

  #addressOf({ socket, headers }: IncomingMessage): string {
    return ipRateLimitKey(
      addressOf(socket.remoteAddress ?? '', headers['x-forwarded-for'], this.#parts.trusts),
    );
  }
}
