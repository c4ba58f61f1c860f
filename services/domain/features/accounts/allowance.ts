import type { DomainEvent, EventDefinition } from '@hzm/contracts/core/event';
import { Problem } from '@hzm/contracts/core/problem';
import { nothingChanged } from '@hzm/contracts/core/request';
import { OWN_BYTES_PER_DAY } from '@hzm/contracts/features/accounts/account';
import {
  passwordChanged,
  sessionOpened,
  sessionRenewed,
} from '@hzm/contracts/features/accounts/events';
import { savedViewAdded, savedViewChanged } from '@hzm/contracts/features/saved-views/events';
import type { EncodedEvent } from '@hzm/services/core/events/codec';
import { loggedBytes } from '@hzm/services/core/ports/event-store';
import { LRUCache } from 'lru-cache';

const DAY_MS = 86_400_000;
/** The time between two events that are never refused for long, in milliseconds. */
const SPACE_MS = 5_000;
/** The part of the day's bytes that an account's keys may use, so that they never lock it out. */
const KEYS_SHARE = 4 / 5;
/** Accounts whose day is remembered. */
const MAX_ACCOUNTS = 100_000;

/** Types that keep somebody out if they are refused: beyond the allowance they are spaced. */
export const SPACED: ReadonlySet<string> = new Set(
  [sessionOpened, sessionRenewed, passwordChanged].map(({ type }) => type),
);

/** Changes of views that only their owner sees, in projects that the owner may only read. */
const OWN_VIEWS: ReadonlySet<string> = new Set(
  [savedViewAdded, savedViewChanged].map(({ type }) => type),
);

/** Whether an account writes of itself; otherwise a reader would fill a project's storage. */
function isOwn({ type, data, meta }: EncodedEvent): boolean {
  if (OWN_VIEWS.has(type)) return data['ownerId'] === meta.actor;
  return typeof data['projectId'] !== 'string' && data['accountId'] === meta.actor;
}

/**
 * The use of one account's day. `end` and `last`, the time of the last event beyond the allowance,
 * are milliseconds of the monotonic clock.
 */
interface Day {
  bytes: number;
  last: number;
  readonly end: number;
}

/**
 * Bounds what an account writes to the log of itself and what its requests leave without changing
 * anything, in this process: once a day's bytes are used up, what needs room is refused, and
 * signing in has one turn every five seconds.
 */
export class AccountAllowance {
  readonly #definitions: ReadonlyMap<string, EventDefinition>;
  readonly #days = new LRUCache<string, Day>({
    // `max` would allocate them all at start.
    maxSize: MAX_ACCOUNTS,
    sizeCalculation: () => 1,
  });
  readonly #bytesPerDay: number;
  readonly #now: () => number;

  /** @param now a monotonic clock, in milliseconds */
  constructor(
    definitions: readonly EventDefinition[],
    bytesPerDay = OWN_BYTES_PER_DAY,
    now: () => number = () => performance.now(),
  ) {
    this.#definitions = new Map(definitions.map(definition => [definition.type, definition]));
    this.#bytesPerDay = bytesPerDay;
    this.#now = now;
  }

  /**
   * @param facts the events before they were sealed
   * @param payer the account whose request or key wrote them; absent for the server's own work
   * @throws Problem RATE_LIMIT_EXCEEDED
   */
  readonly admit = (
    facts: readonly DomainEvent[],
    events: readonly EncodedEvent[],
    payer: string | undefined,
  ): void => {
    for (const [i, event] of events.entries()) {
      if (event.type === nothingChanged.type) {
        if (payer !== undefined) this.#note(event, payer);
        continue;
      }
      if (!isOwn(event)) continue;
      const needsRoom = this.#definitions.get(event.type)!.needsRoom(facts[i]!.data);
      if (needsRoom || SPACED.has(event.type)) this.#take(event, needsRoom);
    }
  };

  #note(event: EncodedEvent, payer: string): void {
    const day = this.#dayOf(payer);
    const share = event.meta.actor === payer ? 1 : KEYS_SHARE;
    if (day.bytes >= this.#bytesPerDay * share)
      throw refusal('unchanged-allowance', day.end - this.#now());
    day.bytes += loggedBytes(event);
  }

  #take(event: EncodedEvent, needsRoom: boolean): void {
    const day = this.#dayOf(event.meta.actor);
    const now = this.#now();
    const isUsedUp = day.bytes >= this.#bytesPerDay;
    if (isUsedUp && needsRoom) throw refusal('account-allowance', day.end - now);
    if (isUsedUp && now < day.last + SPACE_MS)
      throw refusal('too-many-requests', day.last + SPACE_MS - now);
    day.bytes += loggedBytes(event);
    if (isUsedUp) day.last = now;
  }

  #dayOf(accountId: string): Day {
    const now = this.#now();
    const known = this.#days.get(accountId);
    if (known && now < known.end) return known;
    const day = { bytes: 0, last: -Infinity, end: now + DAY_MS };
    this.#days.set(accountId, day);
    return day;
  }
}

const refusal = (text: string, waitMs: number): Problem =>
  new Problem('RATE_LIMIT_EXCEEDED', { text, retryAfter: Math.ceil(waitMs / 1000) });
