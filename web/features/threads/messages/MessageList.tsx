import type { Conversation } from '@hzm/contracts/features/threads/conversation';
import type { Message } from '@hzm/contracts/features/threads/message';
import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useState, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/use-language.ts';
import { formatLongDay } from '../../../lib/values/date-text.ts';
import { entriesOf } from '../model/entries.ts';
import { MessageItem } from './MessageItem.tsx';
import type { ReadingPlace } from './use-place.ts';
import classes from './Messages.module.css';

interface Props {
  conversation: Conversation;
  quoted: ReadonlyMap<string, Message>;
  place: ReadingPlace;
  /** First message that the reader has not seen. */
  firstNew: string | null;
  /** Number of messages that arrived below the visible ones. */
  below: number;
  editing: string | null;
  sought: string | null;
  onNewest: () => void;
  /** Rendered after the last message: one's own unsent ones. */
  children: ReactNode;
}

const messageOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-message]') : null;

/** Messages of a thread, as a log. Arrow keys navigate, and the active one can be answered. */
export function MessageList({
  conversation: { messages, before, after },
  quoted,
  place,
  firstNew,
  below,
  editing,
  sought,
  onNewest,
  children,
}: Props) {
  const { t } = useTranslation('threads');
  const [active, setActive] = useState<string | null>(null);
  const known = new Map([...quoted, ...messages.map(message => [message.id, message] as const)]);
  // A menu of a message is elsewhere in the page; while it is open, its message stays active.
  const { walk, point } = useMessageKeys(setActive);
  return (
    <div className={classes.area}>
      <div
        ref={place.scroller}
        className={classes.scroller}
        role="log"
        aria-label={t('messages')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by the keyboard
        tabIndex={0}
        onScroll={place.onScroll}
        onKeyDown={walk}
        onPointerOver={point}
        onPointerLeave={point}
        onFocus={point}
      >
        <div ref={place.content} className={classes.list}>
          {before !== null && <p className={classes.edge}>{t('loadingOlder')}</p>}
          <MessageEntries
            messages={messages}
            firstNew={firstNew}
            known={known}
            active={active}
            editing={editing}
            sought={sought}
          >
            {children}
          </MessageEntries>
          {after !== null && <p className={classes.edge}>{t('loadingNewer')}</p>}
        </div>
      </div>
      {(!place.isAtEnd || after !== null) && (
        <Button
          className={classes.pill}
          size="compact-sm"
          radius="xl"
          variant={below > 0 ? 'filled' : 'default'}
          leftSection={<IconArrowDown size={14} aria-hidden />}
          onClick={onNewest}
        >
          {below > 0 ? t('below', { count: below }) : t('toNewest')}
        </Button>
      )}
    </div>
  );
}

function useMessageKeys(setActive: (value: string | null) => void) {
  const point = ({ target, currentTarget, type }: SyntheticEvent): void => {
    const isOpen = currentTarget.querySelector('[data-message] [aria-expanded=true]') !== null;
    if (!isOpen && currentTarget.contains(target as Node))
      setActive(type === 'pointerleave' ? null : (messageOf(target)?.dataset['message'] ?? null));
  };
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const isHere =
      event.target === event.currentTarget ||
      (event.target as HTMLElement).matches('[data-message]');
    if (!isHere || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-message][tabindex]')];
    const at = all.indexOf(event.target as HTMLElement);
    const next = at < 0 ? all.at(-1) : all[at + (event.key === 'ArrowUp' ? -1 : 1)];
    next?.focus();
    event.preventDefault();
  };
  return { walk, point };
}

function MessageEntries({
  messages,
  firstNew,
  known,
  active,
  editing,
  sought,
  children,
}: {
  messages: readonly Message[];
  firstNew: string | null;
  known: Map<string, Message>;
  active: string | null;
  editing: string | null;
  sought: string | null;
  children: ReactNode;
}) {
  const language = useLanguage();
  const { t } = useTranslation('threads');
  return (
    <ol>
      {entriesOf<Message>(messages, firstNew).map(entry => {
        if (entry.kind === 'day')
          return (
            <li key={entry.day} className={classes.day}>
              {formatLongDay(entry.day, language)}
            </li>
          );
        if (entry.kind === 'new')
          return (
            <li key="new" className={classes.new} data-new>
              {t('newMessages')}
            </li>
          );
        const { message } = entry;
        return (
          <MessageItem
            key={message.id}
            message={message}
            isFirst={entry.isFirst}
            quoted={message.reply_to === null ? undefined : known.get(message.reply_to)}
            isActive={message.id === active}
            isEditing={message.id === editing}
            isSought={message.id === sought}
          />
        );
      })}
      {children}
    </ol>
  );
}
