import { createHash } from 'node:crypto';
import type { Members, PresenceState } from '@hzm/contracts/core/realtime';
import {
  localPresence,
  type Member,
  type PresenceExchange,
} from '@hzm/services/core/ports/presence-exchange';

/** Maximum members shown per topic; later ones are hidden. */
const MAX_MEMBERS = 100;
/** Maximum connections of one person or key that are shown, so that others have places, too. */
const MAX_OF_ONE = 10;
const PAUSE_MS = 100;
/** Telling rests so many times as long as it took: the rest of the time is others'. */
const REST_FACTOR = 4;

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
 * The members of topics, here and at other processes, in memory only. `tell` is called with all
 * members of a topic after a change, at most ten times a second, less often if many listen; one
 * topic at a time, for a fifth of the time at most, however many topics change.
 */
export class Presence {
  readonly #tell: (message: Members) => void;
  readonly #listeners: (topic: string) => number;
  readonly #exchange: PresenceExchange;
  readonly #elapsed: () => number;
  readonly #topics = new Map<string, Map<string, Member>>();
  readonly #elsewhere = new Map<string, readonly Member[]>();
  /** Topics whose latest state is not yet sent to other processes. */
  readonly #unsaid = new Set<string>();
  readonly #pausing = new Map<string, { readonly timer: NodeJS.Timeout; again: boolean }>();
  /** Topics to be told, in order of arrival. */
  readonly #due = new Set<string>();
  #resting: NodeJS.Timeout | undefined;

  /** @param elapsed the monotonic clock, in milliseconds */
  constructor(
    tell: (message: Members) => void,
    listeners: (topic: string) => number,
    exchange = localPresence,
    elapsed = () => performance.now(),
  ) {
    this.#tell = tell;
    this.#listeners = listeners;
    this.#exchange = exchange;
    this.#elapsed = elapsed;
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
    if (!members.has(id)) {
      const own = members.values().reduce((sum, one) => sum + Number(one.userId === userId), 0);
      if (own >= MAX_OF_ONE || members.size >= MAX_MEMBERS) return;
    }
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
    clearTimeout(this.#resting);
    this.#due.clear();
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
    this.#due.add(topic);
    if (!this.#resting) this.#tellNext();
  }

  #tellNext(): void {
    this.#resting = undefined;
    const [topic] = this.#due;
    if (topic === undefined) return;
    this.#due.delete(topic);
    const began = this.#elapsed();
    this.#tell({ topic, members: this.of(topic) });
    if (this.#unsaid.delete(topic)) this.#exchange.publish(topic, this.#own(topic));
    this.#pause(topic);
    const took = this.#elapsed() - began;
    this.#resting = setTimeout(() => this.#tellNext(), took * REST_FACTOR).unref();
  }

  #pause(topic: string): void {
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
