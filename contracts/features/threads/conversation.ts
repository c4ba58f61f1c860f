import * as z from 'zod';
import type { Changes } from '../../core/realtime.ts';
import { Message, Person, reactions, ReactionEmoji, type Reaction } from './message.ts';

/** A page of messages, oldest first, as `GET /threads/:id` answers it. */
export interface Page {
  readonly messages: readonly Message[];
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * The loaded, gapless part of a thread, in order of positions. `before` and `after` continue it,
 * null at its ends. `recent` holds the latest updates, because a page requested earlier may arrive
 * after them.
 */
export interface Conversation extends Page {
  readonly recent: readonly Update[];
}

/** An update of one message from a socket. */
export type Update =
  | { readonly kind: 'message'; readonly position: string; readonly message: Message }
  | {
      readonly kind: 'patch';
      readonly position: string;
      readonly id: string;
      readonly patch: Partial<Message>;
    }
  | {
      readonly kind: 'reaction';
      readonly position: string;
      readonly id: string;
      readonly on: boolean;
      readonly emoji: ReactionEmoji;
      readonly person: Person;
    };

const MessagePatch = Message.partial();
/** A person's change of the own reaction. */
const ReactionChange = z.object({ emoji: ReactionEmoji, on: z.boolean(), person: Person });

/** Maximum updates remembered while a page is loading. */
const MAX_RECENT = 1_000;

/**
 * Returns the updates of messages in a `changes` message of the topic `thread:<id>`, without
 * updates of the thread itself.
 */
export const updatesIn = ({ position, changes }: Pick<Changes, 'position' | 'changes'>): Update[] =>
  changes.flatMap(({ kind, op, id, doc, patch }): Update[] => {
    if (kind === 'message' && op === 'put' && doc)
      return [{ kind: 'message', position, message: Message.parse(doc) }];
    if (kind === 'message' && op === 'patch' && patch)
      return [{ kind: 'patch', position, id, patch: MessagePatch.parse(patch) }];
    return kind === 'reaction' && patch
      ? [{ kind: 'reaction', position, id, ...ReactionChange.parse(patch) }]
      : [];
  });

/** The state before the first page: remembers updates and holds no messages. */
export const unopened: Conversation = { messages: [], before: '', after: '', recent: [] };

/**
 * Adds a page at one end, or replaces the loaded part (`elsewhere`: the first page, or one beyond a
 * gap). Pages requested before a replacement must be discarded.
 */
export function withPage(
  here: Conversation,
  page: Page,
  side: 'before' | 'after' | 'elsewhere',
): Conversation {
  const messages =
    side === 'elsewhere' ? page.messages : page.messages.reduce(inserted, here.messages);
  const ends =
    side === 'before'
      ? { before: page.before, after: here.after }
      : side === 'after'
        ? { before: here.before, after: page.after }
        : { before: page.before, after: page.after };
  return here.recent.reduce(applied, { ...here, ...ends, messages });
}

/** Applies updates of a socket; idempotent. */
export const withUpdates = (here: Conversation, updates: readonly Update[]): Conversation =>
  updates.length === 0
    ? here
    : { ...updates.reduce(applied, here), recent: [...here.recent, ...updates].slice(-MAX_RECENT) };

/** Applies a message from an answer: an own or a quoted one. */
export const withMessage = (here: Conversation, message: Message): Conversation =>
  withUpdates(here, [{ kind: 'message', position: message.changed, message }]);

function applied(here: Conversation, update: Update): Conversation {
  if (update.kind === 'message') {
    const { message } = update;
    return isWithin(here, message) ? { ...here, messages: inserted(here.messages, message) } : here;
  }
  const at = here.messages.findIndex(({ id }) => id === update.id);
  const known = here.messages[at];
  if (!known || known.changed >= update.position) return here;
  const next =
    update.kind === 'patch'
      ? { ...known, ...update.patch }
      : {
          ...known,
          changed: update.position,
          reactions: known.is_removed ? known.reactions : reacted(known.reactions, update),
        };
  return { ...here, messages: here.messages.with(at, next) };
}

/** Whether a message belongs to the loaded part, which has no gaps. */
const isWithin = ({ messages, before, after }: Conversation, { position }: Message): boolean => {
  const [first, last] = [messages[0], messages.at(-1)];
  return (
    (before === null || (first !== undefined && position >= first.position)) &&
    (after === null || (last !== undefined && position <= last.position))
  );
};

/** Inserts a message at its position; the later state of a known message wins. */
function inserted(messages: readonly Message[], message: Message): readonly Message[] {
  // Searches from the end, because most messages are the newest.
  let at = messages.length;
  while (at > 0 && messages[at - 1]!.position > message.position) at--;
  const known = messages[at - 1];
  if (known?.id !== message.id) return messages.toSpliced(at, 0, message);
  return known.changed >= message.changed ? messages : messages.with(at - 1, message);
}

/** Applies a reaction: emoji in the palette's order, people in the order of reacting. */
function reacted(
  before: readonly Reaction[],
  {
    emoji,
    person,
    on,
  }: { readonly emoji: ReactionEmoji; readonly person: Person; readonly on: boolean },
): Reaction[] {
  const others = (before.find(one => one.emoji === emoji)?.people ?? []).filter(
    ({ id }) => id !== person.id,
  );
  const people = on ? [...others, person] : others;
  const rest = before.filter(one => one.emoji !== emoji);
  return people.length === 0
    ? rest
    : [...rest, { emoji, count: people.length, people }].toSorted(
        (a, b) => reactions.indexOf(a.emoji) - reactions.indexOf(b.emoji),
      );
}
