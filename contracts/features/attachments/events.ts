import * as z from 'zod';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { PictureSize } from './attachment.ts';

const open = { projectId: because.key, threadId: because.id, attachmentId: because.id };
/** `name`: of the file. */
const ofAttachment = { projectId: Id, threadId: Id, attachmentId: Id, name: z.string() };

/**
 * Stream `attachment-<id>`: a file that was uploaded to a thread. `address`, `thumbnail`: where its
 * bytes and those of its thumbnail are kept; `uploaderId`: the person or the key.
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
    picture: PictureSize.extend({ thumbnail: z.string() }).nullable(),
  },
  open,
});
/** No message had it for an hour. */
export const attachmentRemoved = event('attachment-removed', {
  version: 1,
  shape: ofAttachment,
  open,
});
