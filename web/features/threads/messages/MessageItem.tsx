import { plainText } from '@hzm/contracts/features/threads/mentions';
import type { Message } from '@hzm/contracts/features/threads/message';
import { Button, Group } from '@mantine/core';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatParts } from '../../../lib/list-text.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { formatMoment, timeOf } from '../../../lib/values/date-text.ts';
import { AttachmentList } from '../attachments/AttachmentList.tsx';
import { Composer, type ComposerHandle } from '../composer/Composer.tsx';
import { isOwn, useMessageActions } from './actions.ts';
import { MessageText } from './MessageText.tsx';
import { MessageTools } from './MessageTools.tsx';
import { Reactions } from './Reactions.tsx';
import { SenderName, SenderPicture } from './Sender.tsx';
import classes from './Messages.module.css';

interface Props {
  message: Message;
  /** Whether it shows its sender. */
  isFirst: boolean;
  quoted: Message | undefined;
  isActive: boolean;
  isEditing: boolean;
  /** Whether it is highlighted as the linked message. */
  isSought: boolean;
}

export const MessageItem = memo(function MessageItem({
  message,
  isFirst,
  quoted,
  isActive,
  isEditing,
  isSought,
}: Props) {
  const { id, sender_type, created_at, is_removed } = message;
  const language = useLanguage();
  if (sender_type === 'system')
    return (
      <li data-message={id} className={classes.item} data-sought={isSought}>
        <SystemLine message={message} />
      </li>
    );
  const at = new Date(created_at);
  return (
    <li
      data-message={id}
      className={classes.item}
      data-first={isFirst}
      data-sought={isSought}
      data-active={isActive}
      tabIndex={-1}
    >
      {isFirst ? (
        <SenderPicture message={message} />
      ) : (
        <time
          className={classes.aside}
          dateTime={created_at}
          title={formatMoment(created_at, language)}
        >
          {timeOf(new Date(at.setSeconds(0, 0)))}
        </time>
      )}
      <div className={classes.body}>
        {isFirst && (
          <div className={classes.head}>
            <SenderName message={message} />
            <time dateTime={created_at} title={formatMoment(created_at, language)}>
              {timeOf(new Date(at.setSeconds(0, 0)))}
            </time>
          </div>
        )}
        {isEditing ? <EditMessage message={message} /> : <Said message={message} quoted={quoted} />}
        <Reactions message={message} />
      </div>
      {isActive && !isEditing && !is_removed && <MessageTools message={message} />}
    </li>
  );
});

/** Content of a message, or a note that it was removed. */
function Said({ message, quoted }: { message: Message; quoted: Message | undefined }) {
  const { t } = useTranslation('threads');
  const actions = useMessageActions();
  const { content, attachments, mentions, reply_to, is_edited, is_removed } = message;
  if (is_removed) return <p className={classes.removed}>{t('removed')}</p>;
  const mayRead = actions.mayManage || isOwn(message, actions.readerId);
  return (
    <>
      {reply_to !== null && <Quotation message={quoted} id={reply_to} />}
      <MessageText
        content={content}
        mentions={mentions}
        projectId={actions.projectId}
        readerId={actions.readerId}
      />
      <AttachmentList threadId={message.thread_id} attachments={attachments} />
      {is_edited &&
        (mayRead ? (
          <button
            type="button"
            className={classes.edited}
            onClick={() => actions.showVersions(message)}
            title={t('versions.open')}
          >
            {t('edited')}
          </button>
        ) : (
          <span className={classes.edited}>{t('edited')}</span>
        ))}
    </>
  );
}

/** Edits one's own message in place; Escape cancels. */
function EditMessage({ message }: { message: Message }) {
  const { t } = useTranslation(['threads', 'common']);
  const { projectId, edit, save } = useMessageActions();
  const [text, setText] = useState(message.content);
  const composer = useRef<ComposerHandle>(null);
  useEffect(() => composer.current?.focus(), []);
  const leave = (): void => edit(null);
  return (
    <Composer
      ref={composer}
      projectId={projectId}
      label={t('threads:tools.editing')}
      text={text}
      onText={setText}
      hasFiles={message.attachments.length > 0}
      onLeave={leave}
      onSend={content => {
        if (content === message.content) leave();
        else save(message, content);
      }}
      more={
        <Group gap={4}>
          <Button size="compact-sm" variant="default" onClick={leave}>
            {t('common:cancel')}
          </Button>
        </Group>
      }
    />
  );
}

/** The answered message in one line; a click goes there. */
function Quotation({ message, id }: { message: Message | undefined; id: string }) {
  const { t } = useTranslation('threads');
  const language = useLanguage();
  const { jump } = useMessageActions();
  return (
    <button type="button" className={classes.quotation} onClick={() => jump(id)}>
      {message && <SenderName message={message} />}
      <span className={classes.quoted}>
        {message === undefined || message.is_removed
          ? t('removed')
          : plainText(message.content) ||
            formatParts(
              message.attachments.map(({ file_name }) => file_name),
              language,
            )}
      </span>
    </button>
  );
}

/** A system message, centred, in the reader's language. */
function SystemLine({ message: { system, sender_name, created_at } }: { message: Message }) {
  const { t } = useTranslation('threads');
  const language = useLanguage();
  if (system === null) return null;
  const name = sender_name === '' ? t('sender.gone') : sender_name;
  return (
    <p className={classes.system}>
      {system.kind === 'status'
        ? t(`system.${system.to}`, { name })
        : t('system.title', { name, title: system.to === '' ? t('titleErased') : system.to })}{' '}
      <time dateTime={created_at}>{formatMoment(created_at, language)}</time>
    </p>
  );
}
