import * as z from 'zod';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { PictureSize } from './attachment.ts';

/** An image that could be decoded; `thumbnail` locates the bytes of its thumbnail. */
export const KeptPicture = PictureSize.extend({ thumbnail: z.string() });
export type KeptPicture = z.output<typeof KeptPicture>;

const open = { projectId: because.key, threadId: because.id, attachmentId: because.id };
/** `name` is the file name. */
const ofAttachment = { projectId: Id, threadId: Id, attachmentId: Id, name: z.string() };

/**
 * Stream `attachment-<id>`. A file was uploaded to a thread. `address` and `thumbnail` locate the
 * bytes in the file store; `uploaderId` is a person or a key.
 */
export const attachmentAdded = event('attachment-added', {
  version: 1,
  needsRoom: true,
  shape: {
    ...ofAttachment,
    uploaderId: z.string(),
    size: z.int(),
    kind: z.string(),
    address: z.string(),
    picture: KeptPicture.nullable(),
  },
  open,
});
/**
 * Removes a file that no message used within an hour. `name` is empty if its uploader is being
 * erased; `uploaderId` is missing before 0.8.0.
 */
export const attachmentRemoved = event('attachment-removed', {
  version: 1,
  shape: { ...ofAttachment, uploaderId: z.string().optional() },
  open,
});
/** Stream `erased-files-<projectId>-<personId>`. Hides the names of an erased person's files. */
export const fileNamesErased = event('file-names-erased', {
  version: 1,
  shape: { projectId: Id, personId: Id },
  open: { projectId: because.key, personId: because.id },
});
