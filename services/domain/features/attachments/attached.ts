import { Problem } from '@hzm/contracts/core/problem';
import { UNSENT_SECONDS } from '@hzm/contracts/features/attachments/attachment';
import type { GivenAttachment, KeptAttachment } from '@hzm/contracts/features/threads/message';
import {
  attachmentDocs,
  type AttachmentDoc,
} from '@hzm/projections/features/attachments/attachments';
import type { Engine } from '@hzm/services/core/engine';

/**
 * In which message of which thread files are to stand, and who says so. `messageId`: a message that
 * has some of them already.
 */
interface Into {
  readonly threadId: string;
  readonly messageId: string;
  readonly uploaderId: string;
}

/**
 * Whether a message may have a file: one's own upload to this thread that no other message has, and
 * that is not about to be collected.
 */
const mayHave = (
  doc: AttachmentDoc,
  { threadId, messageId, uploaderId }: Into,
  now: Date,
): boolean =>
  doc.threadId === threadId &&
  doc.uploaderId === uploaderId &&
  (doc.messageId === messageId ||
    (doc.freeSince !== null && now.getTime() - Date.parse(doc.freeSince) < UNSENT_SECONDS * 1000));

/**
 * Returns a message's attachments in their stored form: files by id, each once, and plain names.
 * @throws Problem VALIDATION_ERROR for a file that the message cannot have
 */
export const attachedTo = (
  { model, now }: Pick<Engine, 'model' | 'now'>,
  into: Into,
  given: readonly GivenAttachment[],
): Promise<KeptAttachment[]> =>
  Promise.all(
    given.map(async (one, at) => {
      if (!('id' in one)) return { id: null, name: one.name };
      const doc = await model.get(attachmentDocs, one.id);
      const isRepeated = given.findIndex(other => 'id' in other && other.id === one.id) < at;
      if (!doc || isRepeated || !mayHave(doc, into, now()))
        throw new Problem('VALIDATION_ERROR', {
          details: [{ path: `attachments.${at}`, message: { key: 'attachment-unknown' } }],
        });
      const { id, name, size, kind, picture } = doc;
      return {
        id,
        name,
        file: { size, kind, picture: picture && { width: picture.width, height: picture.height } },
      };
    }),
  );
