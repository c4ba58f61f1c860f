import type { IncomingMessage, ServerResponse } from 'node:http';
import { Problem } from '@hzm/contracts/core/problem';
import type { Caller, Engine } from '@hzm/services/core/engine';
import { isOwnOrigin, type Trust } from '@hzm/services/core/limits/proxies';
import { hasSeveralHosts } from '@hzm/services/core/limits/several-hosts';
import { Tally } from '@hzm/services/core/limits/tally';
import { ipRateLimitKey } from '../core/limits/ip-rate-limit-key.ts';
import type { RevocationLog } from './access-revocation.ts';
import { countWaiting } from './backpressure.ts';
import type { Clients } from './client.ts';
import { addressOf, authenticateHandshake, type Guessing } from './handshake.ts';
import { AccountAllowances, limitMessages, type Allowance } from './message-limit.ts';
import { codeOf } from './watching.ts';

/** Maximum connections at this process per person, and per project for its keys. */
export const MAX_CONNECTIONS_PER_PERSON = 100;
/** Maximum connections at this process for the keys of all projects of one account. */
export const MAX_CONNECTIONS_OF_KEYS = 300;
/** Maximum connections at this process per IP. */
export const MAX_CONNECTIONS_PER_ADDRESS = 1_000;
/** Maximum connections at this process of viewers of widgets, per IP and of all. */
const MAX_VIEWERS_PER_ADDRESS = 100;
const MAX_VIEWERS = 10_000;
/** Additional connections accepted only to be refused with a reason. */
const MAX_REFUSED_CONNECTIONS = 100;

interface EntranceParts {
  readonly engine: Engine;
  readonly revocations: RevocationLog;
  readonly guesses: Guessing;
  readonly strangers: Strangers;
  readonly accounts: Accounts;
  readonly trusts: Trust;
  readonly log: (error: unknown) => void;
}

/** Counts an unauthenticated connection from an IP; returns whether these are too many. */
export type Strangers = (address: string) => Promise<boolean>;
/** Counts a connection of an account as a request of it; returns whether these are too many. */
export type Accounts = (accountId: string, isByKey: boolean) => Promise<boolean>;

/** Refusal codes of unauthenticated connections; the last three are those of widgets. */
const NOBODY: readonly string[] = [
  'UNAUTHORIZED',
  'TOKEN_EXPIRED',
  'MISSING_HEADERS',
  'NOT_FOUND',
  'API_ACCESS_DISABLED',
  'ACCOUNT_DISABLED',
];

const refusal = (code: string): Error => Object.assign(new Error(code), { data: { code } });
/** Returns the names that a connection counts under, each with its maximum. */
const groupsOf = (
  { actor, accountId, key, looker, widget }: Caller,
  address: string,
): readonly (readonly [name: string, max: number])[] => {
  if (widget !== undefined)
    return [
      [`viewers at ${address}`, MAX_VIEWERS_PER_ADDRESS],
      ['viewers', MAX_VIEWERS],
    ];
  if (!key)
    return [[looker ? `looker ${looker.id}` : `person ${actor}`, MAX_CONNECTIONS_PER_PERSON]];
  return [
    [`key ${key.projectId}`, MAX_CONNECTIONS_PER_PERSON],
    [`keys of ${accountId}`, MAX_CONNECTIONS_OF_KEYS],
  ];
};

/** Admits clients by their credentials, within the limits on connections. */
export class Entrance {
  readonly #parts: EntranceParts;
  readonly #people = new Tally();
  readonly #addresses = new Tally();
  /** Connections with an authentication in progress. */
  readonly #pending = new WeakSet<object>();
  readonly #allowances = new WeakMap<object, Allowance>();
  readonly #accounts = new AccountAllowances();

  constructor(parts: EntranceParts) {
    this.#parts = parts;
  }

  /** Whether a connection may be opened for authentication. */
  readonly allowRequest = (
    request: IncomingMessage,
    answer: (error: string | null | undefined, success: boolean) => void,
  ): void => {
    answer(
      null,
      isOwnOrigin(request, this.#parts.trusts) &&
        this.#addresses.of(this.#addressOf(request)) <
          MAX_CONNECTIONS_PER_ADDRESS + MAX_REFUSED_CONNECTIONS,
    );
  };

  open(io: Clients): void {
    io.engine.use(
      (request: IncomingMessage, response: ServerResponse, next: (error?: Error) => void) => {
        // No client sends a poll before the one before it on its connection is answered; refusing
        // thousands that come together takes seconds.
        if (response.socket === null) request.socket.destroy();
        // An error is answered 400.
        else next(hasSeveralHosts(request) ? new Error('several hosts') : undefined);
      },
    );
    io.engine.on(
      'connection',
      (
        connection: Parameters<typeof limitMessages>[0] &
          Parameters<typeof countWaiting>[0] & { readonly request: IncomingMessage },
      ) => {
        this.#allowances.set(connection, limitMessages(connection));
        countWaiting(connection);
        connection.once('close', this.#addresses.add(this.#addressOf(connection.request)));
      },
    );
    io.use((client, next) => {
      const { auth } = client.handshake;
      client.handshake.auth = {};
      const { conn } = client;
      // One attempt at a time, because concurrent ones would all be judged before the first is
      // counted.
      if (this.#pending.has(conn)) return next(refusal('RATE_LIMIT_EXCEEDED'));
      this.#pending.add(conn);
      const { count } = this.#parts.revocations;
      void this.#admit(auth, conn.request)
        .finally(() => this.#pending.delete(conn))
        .then(
          caller => {
            // Checks and counts synchronously, so that concurrent connections are counted, too; a
            // closed connection is not counted.
            const address = this.#addressOf(conn.request);
            const groups = groupsOf(caller, address);
            if (groups.some(([name, max]) => this.#people.of(name) >= max))
              return next(refusal('RATE_LIMIT_EXCEEDED'));
            if (client.conn.readyState === 'open')
              for (const [name] of groups) client.conn.once('close', this.#people.add(name));
            const allowance = this.#allowances.get(client.conn)!;
            // Viewers of widgets share the allowance of their address.
            const account =
              caller.accountId ?? (caller.widget === undefined ? caller.actor : address);
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

  /** @throws Problem RATE_LIMIT_EXCEEDED, and those of `authenticateHandshake` */
  async #admit(auth: unknown, request: IncomingMessage): Promise<Caller> {
    const { engine, guesses, strangers, accounts } = this.#parts;
    const address = this.#addressOf(request);
    if (this.#addresses.of(address) > MAX_CONNECTIONS_PER_ADDRESS)
      throw new Problem('RATE_LIMIT_EXCEEDED');
    const caller = await authenticateHandshake(engine, auth, address, guesses).catch(
      async (error: unknown) => {
        const isNobody = error instanceof Problem && NOBODY.includes(error.code);
        throw isNobody && (await strangers(address)) ? new Problem('RATE_LIMIT_EXCEEDED') : error;
      },
    );
    const { accountId, key } = caller;
    const isOver =
      accountId === undefined ? strangers(address) : accounts(accountId, key !== undefined);
    if (await isOver) throw new Problem('RATE_LIMIT_EXCEEDED');
    return caller;
  }

  #addressOf({ socket, headers }: IncomingMessage): string {
    return ipRateLimitKey(
      addressOf(socket.remoteAddress ?? '', headers['x-forwarded-for'], this.#parts.trusts),
    );
  }
}
