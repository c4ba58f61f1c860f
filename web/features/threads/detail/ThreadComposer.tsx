import { plainText } from '@hzm/contracts/features/threads/mentions';
import type { Message } from '@hzm/contracts/features/threads/message';
import type { Thread } from '@hzm/contracts/features/threads/thread';
import { CloseButton, Text } from '@mantine/core';
import { useCallback, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../lib/list-text.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useSession } from '../../../state/use-session.ts';
import { Composer, type ComposerHandle } from '../composer/Composer.tsx';
import { AttachButton, UploadList } from '../composer/UploadList.tsx';
import { useUploads } from '../composer/use-uploads.ts';
import { draftOf, keepDraft, type Draft } from '../model/drafts.ts';
import { sendMessage } from '../outbox.live.ts';
import { useTyping } from '../use-typing.ts';
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
  const language = useLanguage();
  const { user } = useSession();
  const [draft, setDraft] = useState(() => draftOf(localStorage, user.id, thread.id));
  const { names, tell } = useTyping(thread.id, user.id);
  const area = useRef<ComposerHandle>(null);
  const uploads = useUploads(thread.id);
  const { add } = uploads;
  const write = useCallback(
    (change: Partial<Draft>): void =>
      setDraft(before => {
        const next = { ...before, ...change };
        keepDraft(localStorage, user.id, thread.id, next);
        return next;
      }),
    [user.id, thread.id],
  );
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
  const answered =
    draft.replyTo === null
      ? undefined
      : (messages.find(({ id }) => id === draft.replyTo) ?? quoted.get(draft.replyTo));
  return (
    <footer className={threads.foot}>
      <Text size="xs" c="dimmed" className={threads.typing} role="status">
        {names.length === 0
          ? ''
          : names.length > 2
            ? t('typing.many')
            : t('typing.names', { count: names.length, names: formatList(names, language) })}
      </Text>
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
          sendMessage({
            thread: thread.id,
            content,
            replyTo: draft.replyTo,
            attachments: uploads.stored,
          });
          uploads.clear();
          write({ content: '', replyTo: null });
          tell(false);
          onSent();
        }}
        above={
          <>
            {draft.replyTo !== null && <QuotedMessage answered={answered} write={write} />}
            <UploadList uploads={uploads} />
          </>
        }
      />
    </footer>
  );
}

function QuotedMessage({
  answered,
  write,
}: {
  answered: Message | undefined;
  write: ReturnType<typeof useCallback>;
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
      <CloseButton
        size="sm"
        aria-label={t('composer.noReply')}
        onClick={() => write({ replyTo: null })}
      />
    </div>
  );
}
