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
 * The messages of a thread that are here: an unbroken part of it, in the order of their positions.
 * `before` and `after`: where it goes on, null at its ends.
 * `recent`: what was told lately, since a page that was asked for before may arrive behind it.
 */
export interface Conversation extends Page {
  readonly recent: readonly Update[];
}

/** What a socket said of one message. */
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
/** What somebody did to a reaction of theirs. */
const ReactionChange = z.object({ emoji: ReactionEmoji, on: z.boolean(), person: Person });

/** As much as can be told while a page is on its way. */
const MAX_RECENT = 1_000;

/**
 * What a message of the topic `thread:<id>` says of messages; what it says of the thread is not
 * among it.
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

/** Before the first page is here: what is told meanwhile is remembered, and nothing is in it. */
export const unopened: Conversation = { messages: [], before: '', after: '', recent: [] };

/**
 * With one more page, that was asked for at one of the ends; or with another part of the thread
 * instead: the first page, one behind a gap. Pages that were asked for before that are of no use
 * any more.
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

/** With what a socket said. Said again, it changes nothing. */
export const withUpdates = (here: Conversation, updates: readonly Update[]): Conversation =>
  updates.length === 0
    ? here
    : { ...updates.reduce(applied, here), recent: [...here.recent, ...updates].slice(-MAX_RECENT) };

/** With a message as a call answered it: one's own, or one that was quoted. */
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

/** Whether a message belongs to the part that is here: a gap is never jumped over. */
const isWithin = ({ messages, before, after }: Conversation, { position }: Message): boolean => {
  const [first, last] = [messages[0], messages.at(-1)];
  return (
    (before === null || (first !== undefined && position >= first.position)) &&
    (after === null || (last !== undefined && position <= last.position))
  );
};

/** The later state of a message wins; new ones go where their position says. */
function inserted(messages: readonly Message[], message: Message): readonly Message[] {
  // Most are the newest.
  let at = messages.length;
  while (at > 0 && messages[at - 1]!.position > message.position) at--;
  const known = messages[at - 1];
  if (known?.id !== message.id) return messages.toSpliced(at, 0, message);
  return known.changed >= message.changed ? messages : messages.with(at - 1, message);
}

/** Reactions in the palette's order, people in the order in which they reacted. */
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
