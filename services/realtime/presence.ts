import { createHash } from 'node:crypto';
import type { Members, PresenceState } from '@hzm/contracts/core/realtime';
import {
  localPresence,
  type Member,
  type PresenceExchange,
} from '@hzm/services/core/ports/presence-exchange';

/** Maximum members shown per topic; later ones are hidden. */
const MAX_MEMBERS = 100;
const PAUSE_MS = 100;

/**
 * Colours under white text, each with a contrast of at least 4.5 and unlike the teal of the own
 * frame.
 */
const COLORS = [
  '#c2255c',
  '#9c36b5',
  '#6741d9',
  '#3b5bdb',
  '#1971c2',
  '#364fc7',
  '#862e9c',
  '#237032',
  '#8a6100',
  '#a84300',
  '#c92a2a',
  '#5f3dc4',
];

/** Returns the same colour for the same person everywhere. */
export const colorOf = (userId: string): string =>
  COLORS[createHash('sha256').update(userId).digest().readUInt16BE(0) % COLORS.length]!;

/**
 * The members of topics at all processes, in memory only. Calls `tell` with all members of a
 * changed topic at most ten times a second, less often for many listeners.
 */
export class Presence {
  readonly #tell: (message: Members) => void;
  readonly #listeners: (topic: string) => number;
  readonly #exchange: PresenceExchange;
  readonly #topics = new Map<string, Map<string, Member>>();
  readonly #elsewhere = new Map<string, readonly Member[]>();
  /** Topics whose latest state is not yet sent to other processes. */
  readonly #unsaid = new Set<string>();
  readonly #pausing = new Map<string, { readonly timer: NodeJS.Timeout; again: boolean }>();

  constructor(
    tell: (message: Members) => void,
    listeners: (topic: string) => number,
    exchange = localPresence,
  ) {
    this.#tell = tell;
    this.#listeners = listeners;
    this.#exchange = exchange;
    exchange.subscribe((topic, members) => {
      if (members.length > 0) this.#elsewhere.set(topic, members);
      else this.#elsewhere.delete(topic);
      this.#changed(topic);
    });
  }

  /** `id` is the connection's. */
  enter(
    topic: string,
    { id, userId, name }: Pick<Member, 'id' | 'userId' | 'name'>,
    state: PresenceState,
  ): void {
    const members = this.#topics.get(topic) ?? new Map<string, Member>();
    if (members.size >= MAX_MEMBERS && !members.has(id)) return;
    this.#topics.set(topic, members.set(id, { id, userId, name, color: colorOf(userId), state }));
    this.#unsaid.add(topic);
    this.#changed(topic);
  }

  leave(topic: string, id: string): void {
    const members = this.#topics.get(topic);
    if (!members?.delete(id)) return;
    if (members.size === 0) this.#topics.delete(topic);
    this.#unsaid.add(topic);
    this.#changed(topic);
  }

  of(topic: string): Member[] {
    return [...this.#own(topic), ...(this.#elsewhere.get(topic) ?? [])].slice(0, MAX_MEMBERS);
  }

  close(): void {
    for (const { timer } of this.#pausing.values()) clearTimeout(timer);
    this.#pausing.clear();
  }

  #own(topic: string): Member[] {
    return [...(this.#topics.get(topic)?.values() ?? [])];
  }

  #changed(topic: string): void {
    const pausing = this.#pausing.get(topic);
    if (pausing) {
      pausing.again = true;
      return;
    }
    this.#tell({ topic, members: this.of(topic) });
    if (this.#unsaid.delete(topic)) this.#exchange.publish(topic, this.#own(topic));
    const timer = setTimeout(
      () => {
        const again = this.#pausing.get(topic)?.again;
        this.#pausing.delete(topic);
        if (again) this.#changed(topic);
      },
      Math.max(PAUSE_MS, this.#listeners(topic)),
    );
    this.#pausing.set(topic, { timer: timer.unref(), again: false });
  }
}
