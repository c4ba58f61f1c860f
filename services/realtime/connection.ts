import { Problem } from '@hzm/contracts/core/problem';
import {
  Auth,
  Presence as PresenceMessage,
  Unwatch,
  type Authenticated,
  type PresenceState,
} from '@hzm/contracts/core/realtime';
import type { AccountCache } from './account-cache.ts';
import type { Answer, Client } from './client.ts';
import type { Presence } from './presence.ts';
import { peopled } from './sight.ts';
import { codeOf, type Watching } from './watching.ts';

const UNDERSTOOD: ReadonlySet<string> = new Set(['auth', 'watch', 'unwatch', 'presence']);

export interface Connections {
  readonly watching: Watching;
  readonly presence: Presence;
  readonly people: AccountCache;
  readonly disconnect: (client: Client) => void;
  readonly renew: (client: Client, token: string) => Promise<void>;
  /** Called with the session of a connection that ends. */
  readonly seen: (sessionId: string) => void;
  readonly log: (error: unknown) => void;
}

/** Presence excludes anonymous watchers, the master key, which is no person, and impersonators. */
function isAmongPeople({ data: { watches, caller } }: Client, topic: string): boolean {
  const watch = watches.get(topic);
  return (
    watch !== undefined &&
    watch.live &&
    peopled.includes(watch.sight) &&
    caller.master === undefined &&
    caller.looker === undefined
  );
}

async function renewed(
  message: unknown,
  renew: (token: string) => Promise<void>,
  log: (error: unknown) => void,
): Promise<Authenticated> {
  const { data } = Auth.safeParse(message);
  if (!data) return { success: false, code: 'VALIDATION_ERROR' };
  try {
    await renew(data.token);
    return { success: true };
  } catch (error) {
    if (!(error instanceof Problem)) log(error);
    return { success: false, code: codeOf(error) };
  }
}

/**
 * Handles the messages of one client; disconnects it if it sends too many, or too many invalid
 * ones.
 */
export function handleConnection(
  client: Client,
  { watching, presence, people, disconnect, renew, seen, log }: Connections,
): void {
  const { allowance } = client.data;
  const withinNonsense = (): boolean => {
    const isAllowed = allowance.take(true);
    if (!isAllowed) disconnect(client);
    return isAllowed;
  };
  const enter = async (topic: string, state: PresenceState): Promise<void> => {
    const { actor } = client.data.caller;
    const { name } = await people.actor(actor);
    if (isAmongPeople(client, topic))
      presence.enter(topic, { id: client.id, userId: actor, name }, state);
  };

  client.use(([event], next) => {
    if (UNDERSTOOD.has(event) || withinNonsense()) next();
  });
  client.on('auth', (message, ack) => {
    renewed(message, token => renew(client, token), log).then(answered => {
      if (!answered.success) withinNonsense();
      if (typeof ack === 'function') (ack as (answered: Authenticated) => void)(answered);
    }, log);
  });
  client.on('watch', (message, ack) => {
    const answer: Answer = watched => {
      if (watched.code === 'VALIDATION_ERROR') withinNonsense();
      if (typeof ack === 'function') (ack as Answer)(watched);
    };
    watching.begin(client, message, answer).catch(log);
  });
  client.on('unwatch', message => {
    const { data } = Unwatch.safeParse(message);
    if (data) watching.end(client, data.topic);
    else withinNonsense();
  });
  client.on('presence', message => {
    const { data } = PresenceMessage.safeParse(message);
    if (!data) withinNonsense();
    else if (data.state === null) presence.leave(data.topic, client.id);
    else if (isAmongPeople(client, data.topic)) enter(data.topic, data.state).catch(log);
  });
  client.on('disconnect', () => {
    watching.endAll(client);
    const { sessionId, looker } = client.data.caller;
    if (sessionId !== undefined && !looker) seen(sessionId);
  });
}
