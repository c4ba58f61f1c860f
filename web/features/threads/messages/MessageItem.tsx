import type { Message } from '@hzm/contracts/features/threads/message';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/use-language.ts';
import { formatMoment, timeOf } from '../../../lib/values/date-text.ts';
import { AttachmentList } from '../attachments/AttachmentList.tsx';
import { isOwn, useMessageActions } from './actions.ts';
import { EditMessage } from './EditMessage.tsx';
import { MessageText } from './MessageText.tsx';
import { MessageTools } from './MessageTools.tsx';
import { Quotation } from './Quotation.tsx';
import { Reactions } from './Reactions.tsx';
import { SenderName, SenderPicture } from './Sender.tsx';
import { SystemLine } from './SystemLine.tsx';
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
