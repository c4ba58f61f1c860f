import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/threads/api';
import { messageDocs, type MessageDoc } from '@hzm/projections/features/threads/documents';
import { handle, type Context } from '@hzm/services/core/engine';
import { projectDoc } from '../../access/project.ts';
import { senderOf, threadDoc } from '../../access/thread.ts';
import { attachedTo } from '../attachments/attached.ts';
import {
  answeredIn,
  decideOnMessage,
  decideOnThread,
  messageNow,
  peopleFor,
  withCurrent,
} from './deciding.ts';
import {
  changeMessage,
  message,
  messageStream,
  ownReactions,
  react,
  reactionStream,
  removeMessage,
  type OfMessage,
} from './message.ts';
import { saidIn } from './said.ts';
import { writeMessage } from './thread.ts';
import { asWritten, checkVersions, versionsOf } from './versions.ts';
import { messageDoc, messageOf } from './view.ts';

/**
 * A message that is not removed, and how events name it. @throws Problem NOT_FOUND; CONFLICT when
 * it is removed
 */
async function presentMessage(
  { engine }: Context,
  params: { readonly threadId: string; readonly messageId: string },
): Promise<{ readonly doc: MessageDoc; readonly of: OfMessage }> {
  const [doc, { title }] = await Promise.all([
    messageDoc(engine, params),
    threadDoc(engine, params.threadId),
  ]);
  return {
    doc,
    of: { projectId: doc.projectId, threadId: doc.threadId, messageId: doc.id, name: title },
  };
}

/** @throws Problem FORBIDDEN for a message of somebody else */
function checkOwn({ caller }: Context, { senderType, senderId }: MessageDoc): void {
  const sender = senderOf(caller);
  if (sender.type !== senderType || sender.id !== senderId)
    throw new Problem('FORBIDDEN', { text: 'message-not-own' });
}

export const messageHandlers = [
  handle(
    api.writeMessage,
    async (context, { params: { threadId }, body: { replyTo, ...body } }) => {
      const { engine, caller, request } = context;
      const doc = await threadDoc(engine, threadId);
      const project = await projectDoc(engine, doc.projectId);
      const answered = await answeredIn(engine, project, threadId, replyTo);
      const of = {
        projectId: doc.projectId,
        threadId,
        messageId: (await engine.executor.ids(request))(`thread:${threadId}`, 'message'),
      };
      const said = await saidIn(
        engine,
        project,
        body.content,
        await attachedTo(engine, { ...of, uploaderId: senderOf(caller).id }, body.attachments),
      );
      // A thread is not read from its first message on: its view tells whether a forgotten request
      // wrote this one.
      const isWritten =
        request.repeatable && (await engine.model.get(messageDocs, of.messageId)) !== undefined;
      const decide = isWritten ? () => [] : writeMessage(of, senderOf(caller), said, answered);
      const { position, repeated } = await decideOnThread(context, doc, decide);
      await engine.projector.waitForPosition(position ?? repeated);
      const written = await messageDoc(engine, of);
      return {
        data: await messageOf(
          repeated === undefined ? written : await asWritten(engine, written),
          peopleFor(context),
        ),
        position,
        version: 1,
      };
    },
  ),

  handle(api.getMessage, async (context, { params }) =>
    messageNow(context, params, { position: undefined, repeated: undefined }),
  ),

  handle(api.changeMessage, async (context, { params, body }) => {
    const { engine, caller, expected } = context;
    const { doc, of } = await presentMessage(context, params);
    checkOwn(context, doc);
    const said = await saidIn(
      engine,
      await projectDoc(engine, doc.projectId),
      body.content,
      await attachedTo(engine, { ...of, uploaderId: senderOf(caller).id }, body.attachments),
    );
    const decide = changeMessage(of, said, doc, expected);
    return withCurrent(
      decideOnMessage(context, doc, {
        stream: messageStream(doc.id),
        decider: message,
        decide,
      }).then(done => messageNow(context, params, done)),
      async () =>
        (await messageNow(context, params, { position: undefined, repeated: undefined })).data,
    );
  }),

  handle(api.removeMessage, async (context, { params }) => {
    const { doc, of } = await presentMessage(context, params);
    checkOwn(context, doc);
    return withCurrent(
      decideOnMessage(context, doc, {
        stream: messageStream(doc.id),
        decider: message,
        decide: removeMessage(of, context.expected, doc),
      }).then(done => messageNow(context, params, done)),
      async () =>
        (await messageNow(context, params, { position: undefined, repeated: undefined })).data,
    );
  }),

  handle(api.messageVersions, async ({ engine, caller }, { params }) => {
    const doc = await messageDoc(engine, params);
    await checkVersions(engine, caller, doc);
    if (doc.isRemoved) throw new Problem('NOT_FOUND', { text: 'message-gone' });
    return { data: { versions: await versionsOf(engine, doc) }, version: doc.version };
  }),

  handle(api.reactToMessage, async (context, { params, body: { emoji } }) => {
    const { doc, of } = await presentMessage(context, params);
    if (doc.isRemoved) throw new Problem('CONFLICT', { text: 'message-gone' });
    const sender = senderOf(context.caller);
    return messageNow(
      context,
      params,
      await decideOnMessage(context, doc, {
        stream: reactionStream(doc.id, sender),
        decider: ownReactions,
        decide: react(of, sender, emoji, Object.keys(doc.reactions).length),
      }),
    );
  }),
];
