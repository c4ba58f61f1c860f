import { plainText } from '@hzm/contracts/features/threads/mentions';
import type { Message } from '@hzm/contracts/features/threads/message';
import type { Thread } from '@hzm/contracts/features/threads/thread';
import { CloseButton, Text } from '@mantine/core';
import { useCallback, useImperativeHandle, useRef, useState, type Ref, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../lib/list-text.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import type { Member } from '../../../realtime/presence.ts';
import { onPresence, setPresence } from '../../../realtime/socket.ts';
import { useSession } from '../../../state/use-session.ts';
import { Composer, type ComposerHandle } from '../composer/Composer.tsx';
import { AttachButton, UploadList } from '../composer/UploadList.tsx';
import { useUploads } from '../composer/use-uploads.ts';
import { draftOf, keepDraft, type Draft } from '../model/drafts.ts';
import { sendMessage } from '../outbox.live.ts';
import classes from '../composer/Composer.module.css';
import threads from '../Threads.module.css';

interface Props {
  thread: Thread;
  projectId: string;
  messages: readonly Message[];
  quoted: ReadonlyMap<string, Message>;
  onUp: () => void;
  onSent: () => void;
  ref: Ref<ThreadComposerHandle>;
}

export interface ThreadComposerHandle {
  /** Starts a reply to a message. */
  readonly reply: (messageId: string) => void;
  readonly attach: (files: readonly File[]) => void;
}

/** Composer of a thread. Keeps the draft in this browser and announces typing. */
export function ThreadComposer({ thread, projectId, messages, quoted, onUp, onSent, ref }: Props) {
  const { t } = useTranslation('threads');
  const { user } = useSession();
  const { draft, write } = useDraft(user.id, thread.id);
  const { names, tell } = useTyping(thread.id, user.id);
  const area = useRef<ComposerHandle>(null);
  const uploads = useUploads(thread.id);
  const { add } = uploads;
  useImperativeHandle(
    ref,
    () => ({
      reply: replyTo => {
        write({ replyTo });
        area.current?.focus();
      },
      attach: files => {
        add(files);
        area.current?.focus();
      },
    }),
    [write, add],
  );
  return (
    <footer className={threads.foot}>
      <TypingLine names={names} />
      <Composer
        ref={area}
        projectId={projectId}
        label={t('composer.label')}
        text={draft.content}
        onUp={onUp}
        hasFiles={uploads.stored.length > 0}
        isWaiting={uploads.isWaiting}
        onFiles={add}
        more={<AttachButton onFiles={add} />}
        onText={content => {
          write({ content });
          tell(content !== '');
        }}
        onSend={content => {
          const { replyTo } = draft;
          sendMessage({ thread: thread.id, content, replyTo, attachments: uploads.stored });
          uploads.clear();
          write({ content: '', replyTo: null });
          tell(false);
          onSent();
        }}
        above={
          <Attached
            replyTo={draft.replyTo}
            messages={messages}
            quoted={quoted}
            uploads={uploads}
            onNoReply={() => write({ replyTo: null })}
          />
        }
      />
    </footer>
  );
}

/** The draft of a thread, kept in this browser. */
function useDraft(userId: string, threadId: string) {
  const [draft, setDraft] = useState(() => draftOf(localStorage, userId, threadId));
  const write = useCallback(
    (change: Partial<Draft>): void =>
      setDraft(before => {
        const next = { ...before, ...change };
        keepDraft(localStorage, userId, threadId, next);
        return next;
      }),
    [userId, threadId],
  );
  return { draft, write };
}

/** Names those who are typing. */
function TypingLine({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('threads');
  const language = useLanguage();
  return (
    <Text size="xs" c="dimmed" className={threads.typing} role="status">
      {names.length === 0
        ? ''
        : names.length > 2
          ? t('typing.many')
          : t('typing.names', { count: names.length, names: formatList(names, language) })}
    </Text>
  );
}

/** Parts of a message beside its text: the message that it replies to, and its files. */
function Attached({
  replyTo,
  messages,
  quoted,
  uploads,
  onNoReply,
}: Pick<Props, 'messages' | 'quoted'> & {
  replyTo: string | null;
  uploads: ReturnType<typeof useUploads>;
  onNoReply: () => void;
}) {
  const answered = messages.find(({ id }) => id === replyTo) ?? quoted.get(replyTo ?? '');
  return (
    <>
      {replyTo !== null && <QuotedMessage answered={answered} onNoReply={onNoReply} />}
      <UploadList uploads={uploads} />
    </>
  );
}

function QuotedMessage({
  answered,
  onNoReply,
}: {
  answered: Message | undefined;
  onNoReply: () => void;
}) {
  const { t } = useTranslation('threads');
  return (
    <div className={classes.quoting}>
      <Text size="sm" lineClamp={1}>
        {t('composer.replying', {
          name: answered?.sender_name || t('sender.gone'),
          text: answered ? plainText(answered.content) : '',
        })}
      </Text>
      <CloseButton size="sm" aria-label={t('composer.noReply')} onClick={onNoReply} />
    </div>
  );
}

/** Pause after which a person no longer types, in milliseconds. */
const STOPPED_MS = 4_000;

/** Names of others who are typing in a thread, and a function to announce one's own typing. */
function useTyping(
  threadId: string,
  readerId: string,
): { readonly names: readonly string[]; readonly tell: (isTyping: boolean) => void } {
  const topic = `thread:${threadId}`;
  const [others, setOthers] = useState<readonly Member[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => onPresence(topic, setOthers), [topic]);
  useEffect(() => {
    setPresence(topic, { mode: 'view' });
    return () => {
      clearTimeout(timer.current);
      setPresence(topic, null);
    };
  }, [topic]);
  const tell = useCallback(
    (isTyping: boolean): void => {
      clearTimeout(timer.current);
      setPresence(topic, { mode: isTyping ? 'edit' : 'view' });
      if (isTyping)
        timer.current = setTimeout(() => setPresence(topic, { mode: 'view' }), STOPPED_MS);
    },
    [topic],
  );
  const typing = new Map(
    others
      .filter(({ userId, state }) => userId !== readerId && state.mode === 'edit')
      .map(({ userId, name }) => [userId, name]),
  );
  return { names: [...typing.values()], tell };
}
