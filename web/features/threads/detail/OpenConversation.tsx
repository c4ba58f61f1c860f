import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import type { Message } from '@hzm/contracts/features/threads/message';
import { Text } from '@mantine/core';
import { IconLock, IconMessages } from '@tabler/icons-react';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../state/use-session.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { MessageActionsProvider } from '../messages/actions.ts';
import { MessageList } from '../messages/MessageList.tsx';
import { UnsentItem } from '../messages/UnsentItem.tsx';
import { VersionsDialog } from '../messages/VersionsDialog.tsx';
import type { OpenThread } from '../model/open-thread.ts';
import type { Unsent } from '../model/outbox.ts';
import { discard, sendAgain, useUnsent } from '../outbox.live.ts';
import { useRemovals } from '../removals.live.ts';
import { DropArea } from './DropArea.tsx';
import { ThreadComposer, type ThreadComposerHandle } from './ThreadComposer.tsx';
import { useMessageHandlers } from './use-message-handlers.ts';
import { useReading } from './use-reading.ts';
import classes from '../Threads.module.css';

/** Returns a message with its reader's pending edit or removal. */
const drawnAs = (message: Message, written: string | undefined, isRemoved: boolean): Message =>
  isRemoved
    ? { ...message, is_removed: true, reactions: [] }
    : written === undefined
      ? message
      : { ...message, content: written, is_edited: true };

export function OpenConversation({
  open,
  message,
  project,
}: {
  open: OpenThread;
  message: string | undefined;
  project: Project;
}) {
  const { user } = useSession();
  const { thread } = open;
  const unsent = useUnsent(thread.id);
  const reading = useReading(open, message);
  const composer = useRef<ThreadComposerHandle>(null);
  const reply = useCallback((id: string): void => composer.current?.reply(id), []);
  const mayWrite = mayAs(project.role, 'threads:write');
  const isClosed = thread.status === 'closed';
  const { handlers, conversation, editLast } = useConversation({
    project,
    open,
    mayWrite: mayWrite && !isClosed,
    jump: reading.jump,
    reply,
  });
  return (
    <MessageActionsProvider value={handlers.actions}>
      <DropArea
        onFiles={!isClosed && mayWrite ? files => composer.current?.attach(files) : undefined}
      >
        <ConversationBody
          conversation={conversation}
          open={open}
          reading={reading}
          handlers={handlers}
          unsent={unsent}
          project={project}
        />
        {!isClosed && mayWrite ? (
          <ThreadComposer
            ref={composer}
            thread={thread}
            projectId={project.id}
            messages={conversation.messages}
            quoted={open.quoted}
            onUp={editLast}
            onSent={reading.onSent}
          />
        ) : (
          <ReadOnlyNote isClosed={isClosed} />
        )}
      </DropArea>
      <VersionsDialog
        message={handlers.versions}
        projectId={project.id}
        readerId={user.id}
        onClose={() => handlers.actions.showVersions(null)}
      />
    </MessageActionsProvider>
  );
}

function ReadOnlyNote({ isClosed }: { isClosed: boolean }) {
  const { t } = useTranslation('threads');
  return (
    <p className={classes.closed}>
      {isClosed && <IconLock size={17} aria-hidden />}
      {t(isClosed ? 'closed' : 'readOnly')}
    </p>
  );
}

/** The messages with the reader's own changes, and the actions on them. */
function useConversation({
  project,
  open,
  mayWrite,
  jump,
  reply,
}: {
  project: Project;
  open: OpenThread;
  mayWrite: boolean;
  jump: ReturnType<typeof useReading>['jump'];
  reply: (id: string) => void;
}) {
  const { user } = useSession();
  const removals = useRemovals();
  const { thread } = open;
  const handlers = useMessageHandlers({
    project,
    threadId: thread.id,
    mayWrite,
    jump,
    onReply: reply,
  });
  const { written } = handlers;
  const conversation = {
    ...open.conversation,
    messages: open.conversation.messages.map(one =>
      drawnAs(one, written.get(one.id), removals.has(one.id)),
    ),
  };
  const editLast = (): void =>
    handlers.actions.edit(
      conversation.messages.findLast(
        one => one.sender_type === 'user' && one.sender_id === user.id && !one.is_removed,
      ) ?? null,
    );
  return { handlers, conversation, editLast };
}

function ConversationBody({
  conversation,
  open,
  reading,
  handlers,
  unsent,
  project,
}: {
  conversation: OpenThread['conversation'];
  open: OpenThread;
  reading: ReturnType<typeof useReading>;
  handlers: ReturnType<typeof useMessageHandlers>;
  unsent: readonly Unsent[];
  project: Project;
}) {
  const { t } = useTranslation('threads');
  return (
    <>
      {conversation.messages.length === 0 && unsent.length === 0 ? (
        <div className={classes.none}>
          <EmptyState icon={<IconMessages size={26} />} text={t('noMessages')}>
            <Text c="dimmed">{t('beginHint')}</Text>
          </EmptyState>
        </div>
      ) : (
        <MessageList
          conversation={conversation}
          quoted={open.quoted}
          place={reading.place}
          firstNew={reading.firstNew}
          below={reading.below}
          editing={handlers.editing}
          sought={reading.sought}
          onNewest={reading.toNewest}
        >
          {unsent.map(one => (
            <UnsentItem
              key={one.id}
              projectId={project.id}
              unsent={one}
              onAgain={sendAgain}
              onDiscard={discard}
            />
          ))}
        </MessageList>
      )}
    </>
  );
}
