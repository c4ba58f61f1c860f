import type { Authenticated, Changes, PresenceState, Watching } from '@hzm/contracts/core/realtime';
import { io, type Socket } from 'socket.io-client';
import { atom, store } from '../state/jotai.ts';
import { expire, sessionAtom } from '../state/session.ts';
import { announce, membersCame, presenceOf } from './presence.ts';
import { statusCame } from './status.ts';
import { step, type TopicEffect, type TopicEvent, type TopicState } from './topic.ts';

export type Connection = 'live' | 'catching-up' | 'offline';
export type TopicStatus = 'live' | 'catching-up';

export interface Watcher {
  /** A position up to which everything is known; if absent, changes count from now. */
  readonly after?: string;
  /** Called in order, once for each message. */
  readonly onChanges: (message: Changes) => void;
  /** `live` means that every change after `position` will arrive. */
  readonly onStatus?: (status: TopicStatus, position: string | null) => void;
  /** Called when changes were missed for good, so that data must be read again. */
  readonly onRefetch: () => void;
  /** Called when the access ended or the thing is gone. */
  readonly onEnded?: (code: string) => void;
}

interface Topic {
  state: TopicState;
  readonly watchers: Set<Watcher>;
}

const ANSWER_MS = 10_000;
const AGAIN_MS = 3_000;
/** Codes of the server for an ended session. */
const SESSION_ENDED: ReadonlySet<string | undefined> = new Set([
  'UNAUTHORIZED',
  'TOKEN_EXPIRED',
  'ACCOUNT_DISABLED',
]);

const topics = new Map<string, Topic>();
const connection = atom<Connection>('catching-up');
const heard = atom<string | null>(null);
let socket: Socket | null = null;
/** Id of the person whose connection this is. */
let holder: string | undefined;

/** State of the connection, for a badge. */
export const connectionAtom = atom(get => get(connection));
/** Last position received; null before the first. */
export const heardAtom = atom(get => get(heard));

/** Watches a topic; several watchers share one subscription. @returns an unsubscribe function */
export function watch(name: string, watcher: Watcher): () => void {
  const known = topics.get(name);
  const ended = known?.state.phase === 'ended';
  const topic: Topic =
    known && !ended
      ? known
      : { state: { phase: 'waiting', position: watcher.after ?? null }, watchers: new Set() };
  topic.watchers.add(watcher);
  if (topic === known) {
    if (topic.state.phase === 'live') watcher.onStatus?.('live', topic.state.position);
    if (
      watcher.after !== undefined &&
      topic.state.position !== null &&
      watcher.after < topic.state.position
    )
      watcher.onRefetch();
  } else {
    topics.set(name, topic);
    if (socket?.connected) dispatch(name, { kind: 'connected' });
  }
  return () => {
    topic.watchers.delete(watcher);
    if (topic.watchers.size > 0 || topics.get(name) !== topic) return;
    topics.delete(name);
    socket?.emit('unwatch', { topic: name });
    refresh();
  };
}

/** Sets this person's location on a topic; null leaves. Sent again after a reconnect. */
export const setPresence = (name: string, state: PresenceState | null): void =>
  announce(socket, name, state);

export { onPresence } from './presence.ts';

function dispatch(name: string, event: TopicEvent): void {
  const topic = topics.get(name);
  if (!topic) return;
  const [next, effects] = step(topic.state, event);
  const left = topic.state.phase === 'live' && next.phase !== 'live';
  topic.state = next;
  if (next.position !== null && next.position > (store.get(heard) ?? ''))
    store.set(heard, next.position);
  if (left) for (const watcher of topic.watchers) watcher.onStatus?.('catching-up', next.position);
  for (const effect of effects) run(name, topic, effect);
  refresh();
}

function run(name: string, topic: Topic, effect: TopicEffect): void {
  const watchers = [...topic.watchers];
  switch (effect.kind) {
    case 'ask':
      return ask(name, effect.after);
    case 'ask-later':
      setTimeout(() => {
        if (topics.get(name) === topic && topic.state.phase === 'asking')
          ask(name, topic.state.position);
      }, AGAIN_MS);
      return;
    case 'deliver':
      return watchers.forEach(watcher => watcher.onChanges(effect.message));
    case 'live':
      return watchers.forEach(watcher => watcher.onStatus?.('live', effect.position));
    case 'refetch':
      return watchers.forEach(watcher => watcher.onRefetch());
    case 'ended':
      return watchers.forEach(watcher => watcher.onEnded?.(effect.code));
  }
}

function ask(name: string, after: string | null): void {
  const asked = socket;
  asked
    ?.timeout(ANSWER_MS)
    .emit(
      'watch',
      { topic: name, fieldKey: 'id', ...(after !== null && { after }) },
      (late: Error | null, answer: Watching) => {
        if (asked !== socket || !asked.connected) return;
        dispatch(name, late ? { kind: 'unanswered' } : { kind: 'answered', answer });
        if (!late && answer.success) presenceOf(asked, name);
      },
    );
}

const everyTopic = (event: TopicEvent): void => topics.forEach((_, name) => dispatch(name, event));

function refresh(): void {
  const catchingUp = [...topics.values()].some(({ state }) => state.phase === 'asking');
  store.set(connection, !socket?.connected ? 'offline' : catchingUp ? 'catching-up' : 'live');
}

function open(token: string): Socket {
  const opened = io({
    auth: { token },
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelay: 500,
    reconnectionDelayMax: 5_000,
  });
  opened.on('connect', () => {
    everyTopic({ kind: 'connected' });
    refresh();
  });
  opened.on('disconnect', () => {
    everyTopic({ kind: 'disconnected' });
    refresh();
  });
  opened.on('connect_error', (error: Error & { readonly data?: { readonly code?: string } }) => {
    refresh();
    if (opened === socket && SESSION_ENDED.has(error.data?.code))
      expire((opened.auth as { token: string }).token, error.data?.code);
    // socket.io does not retry after a refusal by the server. Without a session there is no socket
    // by then.
    if (!opened.active)
      setTimeout(() => {
        if (opened === socket) opened.connect();
      }, AGAIN_MS);
  });
  opened.on('changes', (message: Changes) => dispatch(message.topic, { kind: 'changes', message }));
  opened.on('unwatched', ({ topic, code }: { topic: string; code: string }) =>
    dispatch(topic, { kind: 'unwatched', code }),
  );
  opened.on('presence', membersCame);
  opened.on('status', statusCame);
  return opened;
}

/** Sends a renewed token over the existing connection, which would end with the previous one. */
function renew(opened: Socket, token: string): void {
  opened.auth = { token };
  if (!opened.connected) return;
  opened.timeout(ANSWER_MS).emit('auth', { token }, (late: Error | null, answer: Authenticated) => {
    // A new connection sends the token and learns the reason of the refusal.
    if (opened === socket && opened.connected && (late || !answer.success))
      opened.disconnect().connect();
  });
}

function follow(): void {
  const session = store.get(sessionAtom);
  if (socket && session && session.user.id === holder) {
    if ((socket.auth as { token: string }).token !== session.token) renew(socket, session.token);
    return;
  }
  socket?.disconnect();
  socket = session && open(session.token);
  holder = session?.user.id;
}

// The browser detects a lost network before the heartbeat of a half-dead connection does.
window.addEventListener('offline', () => socket?.disconnect());
window.addEventListener('online', () => socket?.connect());
store.sub(sessionAtom, follow);
follow();
