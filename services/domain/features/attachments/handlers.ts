import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/attachments/api';
import {
  attachmentDocs,
  type AttachmentDoc,
} from '@hzm/projections/features/attachments/attachments';
import { handle, handleFile, type Context } from '@hzm/services/core/engine';
import { senderOf } from '../../access/thread.ts';
import { openKept, THUMBNAIL_KIND } from './kept.ts';
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
    return openKept(context.engine, doc, doc.address, {
      name: doc.name,
      type: doc.kind,
      isShown: doc.picture !== null && download !== 'true',
      tag: doc.id,
    });
  }),

  handleFile(api.getThumbnail, async (context, { params }) => {
    const doc = await readable(context, params);
    if (!doc.picture) throw new Problem('NOT_FOUND');
    return openKept(context.engine, doc, doc.picture.thumbnail, {
      name: `${doc.name}.webp`,
      type: THUMBNAIL_KIND,
      isShown: true,
      tag: `${doc.id}-thumbnail`,
    });
  }),
];
