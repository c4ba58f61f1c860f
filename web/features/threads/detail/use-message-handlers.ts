import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { changeMessage, reactToMessage } from '@hzm/contracts/features/threads/api';
import type { Message } from '@hzm/contracts/features/threads/message';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../lib/error-text.ts';
import { send } from '../../../lib/http.ts';
import { useSession } from '../../../state/use-session.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { notifyDone, notifyFailed, notifyUndoable } from '../../../ui/notify.tsx';
import { takeMessage } from '../conversation.live.ts';
import type { MessageActions } from '../messages/actions.ts';
import { messageAddress } from '../model/message-address.ts';
import { removeSoon } from '../removals.live.ts';

interface Props {
  project: Project;
  threadId: string;
  mayWrite: boolean;
  jump: (messageId: string) => void;
  onReply: (messageId: string) => void;
}

/**
 * Actions on messages, with notices of failures. `written` holds edited texts until the server
 * confirms them.
 */
export function useMessageHandlers({ project, threadId, mayWrite, jump, onReply }: Props): {
  readonly actions: MessageActions;
  readonly editing: string | null;
  readonly versions: Message | null;
  readonly written: ReadonlyMap<string, string>;
} {
  const { t } = useTranslation('threads');
  const errorText = useErrorText();
  const { user } = useSession();
  const [editing, setEditing] = useState<string | null>(null);
  const [versions, setVersions] = useState<Message | null>(null);
  const [written, setWritten] = useState<ReadonlyMap<string, string>>(new Map());
  const actions = useMemo((): MessageActions => {
    const failed = (error: unknown): void => notifyFailed(errorText(error));
    const paramsOf = ({ id }: Message) => ({ threadId, messageId: id });
    return {
      projectId: project.id,
      readerId: user.id,
      mayWrite,
      mayManage: mayAs(project.role, 'project:write'),
      jump,
      react: (message, emoji) =>
        void send(reactToMessage, { params: paramsOf(message), body: { emoji } }).then(
          ({ data }) => takeMessage(data),
          failed,
        ),
      reply: ({ id }) => onReply(id),
      edit: message => {
        setEditing(message?.id ?? null);
        if (message === null) setWritten(new Map());
      },
      save: (message, content) => {
        setEditing(null);
        setWritten(all => new Map(all).set(message.id, content));
        const attachments = message.attachments.map(({ id, file_name }) =>
          id === null ? { name: file_name } : { id },
        );
        send(changeMessage, { params: paramsOf(message), body: { content, attachments } }).then(
          ({ data }) => {
            takeMessage(data);
            setWritten(all => new Map([...all].filter(([id]) => id !== message.id)));
          },
          (error: unknown) => {
            failed(error);
            // Reopens the editor, so that the text is not lost.
            setEditing(message.id);
          },
        );
      },
      remove: message => notifyUndoable(t('removedNow'), t('undo'), removeSoon(message, failed)),
      showVersions: setVersions,
      copyLink: message => {
        copyText(messageAddress(location.href, { thread: threadId, message: message.id })).then(
          () => notifyDone(t('linkCopied')),
          () => notifyFailed(t('linkNotCopied')),
        );
      },
    };
  }, [project.id, project.role, user.id, mayWrite, threadId, jump, onReply, t, errorText]);
  return { actions, editing, versions, written };
}
