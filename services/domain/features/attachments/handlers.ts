import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/attachments/api';
import {
  attachmentDocs,
  type AttachmentDoc,
} from '@hzm/projections/features/attachments/attachments';
import { handle, handleFile, type Context, type KeptAnswer } from '@hzm/services/core/engine';
import { senderOf } from '../../access/thread.ts';
import { receive } from './receive.ts';

const THUMBNAIL_KIND = 'image/webp';

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

/**
 * @throws Problem NOT_FOUND where the bytes are not here: a backup was restored without them, for
 * instance
 */
async function answered(
  { engine }: Context,
  { projectId }: AttachmentDoc,
  address: string,
  as: Pick<KeptAnswer, 'name' | 'type' | 'isShown' | 'tag'>,
): Promise<KeptAnswer> {
  const file = await engine.files.open(projectId, address);
  if (!file) throw new Problem('NOT_FOUND');
  return { ...as, file };
}

export const handlers = [
  handle(api.uploadAttachment, async (context, { params: { threadId }, query: { file_name } }) => {
    const { attachment, position } = await receive(context, threadId, file_name);
    return { data: { attachment }, position };
  }),

  handleFile(api.getAttachment, async (context, { params, query: { download } }) => {
    const doc = await readable(context, params);
    return answered(context, doc, doc.address, {
      name: doc.name,
      type: doc.kind,
      isShown: doc.picture !== null && download !== 'true',
      tag: doc.id,
    });
  }),

  handleFile(api.getThumbnail, async (context, { params }) => {
    const doc = await readable(context, params);
    if (!doc.picture) throw new Problem('NOT_FOUND');
    return answered(context, doc, doc.picture.thumbnail, {
      name: `${doc.name}.webp`,
      type: THUMBNAIL_KIND,
      isShown: true,
      tag: `${doc.id}-thumbnail`,
    });
  }),
];
