import { START, type Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import type { Message } from '@hzm/contracts/features/threads/message';
import type { ListedThread } from '@hzm/contracts/features/threads/thread';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import type { ProjectDoc } from '@hzm/projections/features/projects/projects';
import {
  messageDocs,
  threadDocs,
  type MessageDoc,
  type ThreadDoc,
} from '@hzm/projections/features/threads/documents';
import type {
  CommandResult,
  Snapshot,
  StreamCommand,
} from '@hzm/services/core/commands/command-executor';
import type { Decision } from '@hzm/services/core/commands/decider';
import type { Context, Engine, Result } from '@hzm/services/core/engine';
import { NO_STREAM } from '../../../core/ports/event-store.ts';
import { threadDoc } from '../../access/thread.ts';
import { showsMember, sightOf } from '../../access/visibility.ts';
import { readerOf, type Reader } from './marks.ts';
import { isAmongPeople } from './said.ts';
import { thread, threadStream, type Answered, type ThreadState } from './thread.ts';
import { messageDoc, messageOf, peopleOf, threadOf, type People } from './view.ts';

type State = ThreadState | undefined;

export const peopleFor = ({ engine, caller }: Context): People =>
  peopleOf(engine, showsMember(sightOf(caller, { role: null }), 'message', 'sender_email'));

const stateOf = (doc: ThreadDoc): ThreadState => ({
  projectId: doc.projectId,
  opener: { type: doc.openerType, id: doc.openerId },
  title: doc.title,
  titleBy: doc.titleBy,
  status: doc.status,
  category: doc.category,
  priority: doc.priority,
  tags: doc.tags,
  written: doc.written,
  version: doc.revision + 1,
  at: doc.updatedAt,
});

/**
 * A decision about a thread starts from its document, however much was written. A repeated request
 * is answered from documents, never from an earlier state.
 */
export const snapshotOf =
  ({ model }: Pick<Engine, 'model'>, threadId: string) =>
  async (): Promise<Snapshot<State>> => {
    const doc = await model.get(threadDocs, threadId);
    const state = doc && stateOf(doc);
    return {
      state,
      position: doc?.streamPosition ?? START,
      revision: doc?.revision ?? NO_STREAM,
      at: () => Promise.resolve(state),
    };
  };

/** Decides about a thread that is there. @throws Problem */
export const decideOnThread = (
  { engine, request }: Context,
  { id, projectId }: Pick<ThreadDoc, 'id' | 'projectId'>,
  decide: (s: State) => Decision,
): Promise<CommandResult<State>> =>
  engine.executor.execute(request, {
    stream: threadStream(id),
    decider: thread,
    about: { projectId },
    snapshot: snapshotOf(engine, id),
    decide,
  });

/** A thread as its reader sees it. */
export async function listed(
  context: Context,
  doc: ThreadDoc,
  reader: Reader,
  people: People,
): Promise<ListedThread> {
  const [told, unread_count] = await Promise.all([
    threadOf(context.engine, doc, people),
    reader.unreadIn(doc),
  ]);
  return { ...told, is_starred: reader.starred.has(doc.id), unread_count };
}

/** Answers a thread as it is once everything up to a position can be read. */
export async function threadNow(
  context: Context,
  threadId: string,
  { position, repeated }: Pick<CommandResult<unknown>, 'position' | 'repeated'>,
): Promise<Result<ListedThread>> {
  const { engine, caller } = context;
  await engine.projector.waitForPosition(position ?? repeated);
  const doc = await threadDoc(engine, threadId);
  return {
    data: await listed(
      context,
      doc,
      await readerOf(engine, caller, doc.projectId),
      peopleFor(context),
    ),
    position,
    version: doc.revision + 1,
  };
}

/** Shows who was refused for a version that is no more what there is now. */
export const withCurrent = <Done>(
  done: Promise<Done>,
  current: () => Promise<unknown>,
): Promise<Done> =>
  done.catch(async (problem: unknown) => {
    throw problem instanceof Problem && problem.code === 'VERSION_MISMATCH'
      ? new Problem('VERSION_MISMATCH', { data: { current: await current() } })
      : problem;
  });

/** Decides about a message's own stream, or one about it. */
export const decideOnMessage = <S>(
  { engine, request }: Context,
  { projectId }: Pick<MessageDoc, 'projectId'>,
  step: Pick<StreamCommand<S>, 'stream' | 'decider' | 'decide'>,
): Promise<CommandResult<S>> => engine.executor.execute(request, { ...step, about: { projectId } });

/** Answers a message as it is once everything up to a position can be read. */
export async function messageNow(
  context: Context,
  of: { readonly threadId: string; readonly messageId: string },
  {
    position,
    repeated,
  }: { readonly position: Position | undefined; readonly repeated: Position | undefined },
): Promise<Result<Message>> {
  await context.engine.projector.waitForPosition(position ?? repeated);
  const doc = await messageDoc(context.engine, of);
  return { data: await messageOf(doc, peopleFor(context)), position, version: doc.version };
}

/**
 * The message that a new one replies to; null: none. @throws Problem VALIDATION_ERROR if the thread
 * has no such message, or it cannot be replied to
 */
export async function answeredIn(
  engine: Pick<Engine, 'model'>,
  project: ProjectDoc,
  threadId: string,
  replyTo: string | undefined,
): Promise<Answered | null> {
  if (replyTo === undefined) return null;
  const doc = await engine.model.get(messageDocs, replyTo);
  if (doc?.threadId !== threadId || doc.isRemoved || doc.senderType === 'system')
    throw new Problem('VALIDATION_ERROR', {
      details: [{ path: 'replyTo', message: { key: 'reply-unknown' } }],
    });
  const sender = { type: doc.senderType, id: doc.senderId };
  return {
    id: doc.id,
    sender:
      sender.type === 'ai' ||
      (await isAmongPeople(engine, project, sender.id)) ||
      (await engine.model.get(accountDocs, sender.id))?.isAdmin
        ? sender
        : null,
  };
}
