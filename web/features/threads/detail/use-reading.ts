import type { Message } from '@hzm/contracts/features/threads/message';
import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../state/use-session.ts';
import { notifyFailed } from '../../../ui/notify.tsx';
import { loadMessages, lookAt, readHere, tellRead, trimToEnd } from '../conversation.live.ts';
import { useReadingPlace, type ReadingPlace } from '../messages/use-place.ts';
import { isOfOthers, type OpenThread } from '../model/open-thread.ts';

const subscribe = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

const useVisible = (): boolean =>
  useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');

/** Duration of the highlight of a linked message, in milliseconds. */
const SOUGHT_MS = 2_500;

export interface Reading {
  readonly place: ReadingPlace;
  /** First message that was unread when it arrived. */
  readonly firstNew: string | null;
  /** Number of messages by others below the visible ones. */
  readonly below: number;
  readonly sought: string | null;
  readonly jump: (messageId: string) => void;
  readonly toNewest: () => void;
  /** Called after a message is sent: nothing before it is unread any more. */
  readonly onSent: () => void;
}

/**
 * Reading state of a thread: scroll anchor, unread messages and navigation. Visible messages are
 * marked as read on every device. @param message the linked message
 */
export function useReading(open: OpenThread, message: string | undefined): Reading {
  const { user } = useSession();
  const {
    thread,
    conversation: { messages, after },
    newer,
    loads,
  } = open;
  const { id } = thread;
  const last = messages.at(-1)?.position ?? '';
  const firstBehind = (mark: string): Message | undefined =>
    messages.find(one => one.position > mark && isOfOthers(one, user.id));

  // Messages after the mark are unread, with a line before them. Those that arrive while the reader
  // watches are not, unless the line is there already.
  const [mark, setMark] = useState(() => readHere(open));
  const firstNew = firstBehind(mark);
  const [begin] = useState(() => message ?? firstNew?.id ?? null);
  const onEdge = useCallback(
    (edge: 'before' | 'after') => void loadMessages(id, edge).catch(() => undefined),
    [id],
  );
  const place = useReadingPlace(after === null, onEdge, begin);
  const isVisible = useVisible();
  const isWatching = place.isAtEnd && isVisible && after === null;
  const seen = useSeen({ last, loads, isWatching }, firstNew ? mark : last, knownLast => {
    const cameBefore = firstNew !== undefined && firstNew.position <= knownLast;
    if (!cameBefore) setMark(last);
  });
  const below =
    messages.filter(one => one.position > seen && isOfOthers(one, user.id)).length + newer;

  useEffect(() => {
    if (!isWatching || last === '') return;
    tellRead(thread, last > thread.position ? last : thread.position);
    trimToEnd(id);
  }, [isWatching, last, thread, id]);

  const [sought, setSought] = useSought(message);
  const { toEnd } = place;
  const jump = useJump(id, message, place.toMessage, setSought);
  const toNewest = useCallback((): void => {
    toEnd();
    // Loading the newest part changes the end of the list.
    if (after !== null) void lookAt(id, null).then(toEnd);
  }, [after, id, toEnd]);
  const onSent = useCallback((): void => {
    setMark(last);
    toNewest();
  }, [last, toNewest]);
  return { place, firstNew: firstNew?.id ?? null, below, sought, jump, toNewest, onSent };
}

interface Watched {
  readonly last: string;
  readonly loads: number;
  readonly isWatching: boolean;
}

/**
 * Returns the position up to which the reader has seen messages.
 * @param onArrived called with the last known position when messages arrive before a watching reader
 */
function useSeen(now: Watched, first: string, onArrived: (knownLast: string) => void): string {
  const { last, loads, isWatching } = now;
  const [known, setKnown] = useState({ ...now, seen: first });
  if (
    known.last !== last ||
    known.loads !== loads ||
    known.isWatching !== isWatching ||
    (isWatching && known.seen !== last)
  ) {
    if (known.last !== last && known.loads === loads && known.isWatching && isWatching)
      onArrived(known.last);
    setKnown({ ...now, seen: isWatching ? last : known.seen });
  }
  return known.seen;
}

/** The highlighted message: the linked one, or one that was jumped to, for a moment. */
function useSought(message: string | undefined) {
  const [sought, setSought] = useState(message ?? null);
  const [asked, setAsked] = useState(message);
  if (asked !== message) {
    setAsked(message);
    setSought(message ?? null);
  }
  useEffect(() => {
    if (sought === null) return undefined;
    const timer = setTimeout(() => setSought(null), SOUGHT_MS);
    return () => clearTimeout(timer);
  }, [sought]);
  return [sought, setSought] as const;
}

/** Returns a function that scrolls to a message and highlights it; a linked one is scrolled to at first. */
function useJump(
  threadId: string,
  linked: string | undefined,
  toMessage: ReadingPlace['toMessage'],
  setSought: (messageId: string) => void,
): (messageId: string) => void {
  const { t } = useTranslation('threads');
  const go = useCallback(
    (messageId: string): void => {
      if (toMessage(messageId)) return;
      void lookAt(threadId, messageId).then(isHere => {
        if (isHere) toMessage(messageId);
        else notifyFailed(t('messageMissing'));
      });
    },
    [threadId, toMessage, t],
  );
  // Runs once, so that a reader who has moved on stays there.
  const come = useEffectEvent(go);
  useEffect(() => {
    if (linked !== undefined) come(linked);
  }, [linked]);
  return useCallback(
    (messageId: string): void => {
      setSought(messageId);
      go(messageId);
    },
    [go, setSought],
  );
}
