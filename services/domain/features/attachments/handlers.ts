import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/attachments/api';
import {
  attachmentDocs,
  type AttachmentDoc,
} from '@hzm/projections/features/attachments/attachments';
import { handle, handleFile, type Context } from '@hzm/services/core/engine';
import { senderOf } from '../../access/thread.ts';
import { openFile, openThumbnail } from './kept.ts';
import { receive } from './receive.ts';

/**
 * A file that the caller may have: that of a message, or their own upload. @throws Problem
 * NOT_FOUND
 */
async function readable(
  { engine, caller }: Context,
  { threadId, attachmentId }: { readonly threadId: string; readonly attachmentId: string },
): Promise<AttachmentDoc> {
  const doc = await engine.model.get(attachmentDocs, attachmentId);
  if (
    doc?.threadId !== threadId ||
    (doc.messageId === null && doc.uploaderId !== senderOf(caller).id)
  )
    throw new Problem('NOT_FOUND');
  return doc;
}

export const handlers = [
  handle(api.uploadAttachment, async (context, { params: { threadId }, query: { file_name } }) => {
    const { attachment, position } = await receive(context, threadId, file_name);
    return { data: { attachment }, position };
  }),

  handleFile(api.getAttachment, async (context, { params, query: { download } }) => {
    const doc = await readable(context, params);
    return openFile(context.engine, doc, doc.name, download === 'true');
  }),

  handleFile(api.getThumbnail, async (context, { params }) => {
    const doc = await readable(context, params);
    return openThumbnail(context.engine, doc, doc.name);
  }),
];
