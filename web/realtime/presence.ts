import { sameJson } from '@hzm/contracts/core/json';
import type { Members, PresenceState } from '@hzm/contracts/core/realtime';

export type Member = Members['members'][number];

/** The parts of a connection used here. */
interface Line {
  readonly connected: boolean;
  readonly id?: string | undefined;
  emit(event: 'presence', message: { topic: string; state: PresenceState | null }): unknown;
}

const mine = new Map<string, PresenceState>();
const listeners = new Map<string, Set<(others: readonly Member[]) => void>>();
const others = new Map<string, readonly Member[]>();
let self: string | undefined;

/** Stores this person's location on a topic, and sends it if it changed and is connected. */
export function announce(line: Line | null, topic: string, state: PresenceState | null): void {
  if (sameJson(mine.get(topic) ?? null, state)) return;
  if (state === null) mine.delete(topic);
  else mine.set(topic, state);
  if (line?.connected) line.emit('presence', { topic, state });
}

/** Sends the location again on a new connection. */
export function presenceOf(line: Line, topic: string): void {
  self = line.id;
  const state = mine.get(topic);
  if (state) line.emit('presence', { topic, state });
}

export function membersCame({ topic, members }: Members): void {
  const rest = members.filter(({ id }) => id !== self);
  others.set(topic, rest);
  for (const listener of listeners.get(topic) ?? []) listener(rest);
}

/**
 * Calls the listener with all others on the topic, now and on each change. @returns an unsubscribe
 * function
 */
export function onPresence(
  topic: string,
  listener: (others: readonly Member[]) => void,
): () => void {
  const all = listeners.get(topic) ?? new Set();
  listeners.set(topic, all.add(listener));
  listener(others.get(topic) ?? []);
  return () => {
    all.delete(listener);
    if (all.size > 0) return;
    listeners.delete(topic);
    others.delete(topic);
  };
}
