import * as z from 'zod';
import { answeredFile, command, query, sentFile } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import {
  MAX_ATTACHMENT_BYTES,
  THUMBNAIL_PIXELS,
  UPLOADS_PER_MINUTE,
  UploadedFile,
} from './attachment.ts';

const MAX_GIVEN_NAME = 1_000;
const OfAttachment = z.strictObject({ threadId: Id, attachmentId: Id });
const bytes = z.string().meta({ format: 'binary' });

export const uploadAttachment = command({
  name: 'upload-attachment',
  call: 'POST /threads/:threadId/attachments',
  access: 'threads:write',
  status: 201,
  file: sentFile('*/*', MAX_ATTACHMENT_BYTES),
  params: z.strictObject({ threadId: Id }),
  query: z.strictObject({ file_name: z.string().max(MAX_GIVEN_NAME) }),
  answer: z.object({ attachment: UploadedFile }),
  summary: `Upload a file for a message of a thread: the body is the file, at most 25 MiB; its kind is told from its bytes. A message names it by its \`id\` within an hour, or it goes. At most ${UPLOADS_PER_MINUTE} a minute of one person or key.`,
});

export const getAttachment = query({
  name: 'get-attachment',
  call: 'GET /threads/:threadId/attachments/:attachmentId',
  access: 'threads:read',
  file: answeredFile('*/*'),
  params: OfAttachment,
  query: z.strictObject({ download: z.enum(['true', 'false']).optional() }),
  answer: bytes,
  summary:
    "A file of a message, or of one's own that is not sent yet. `Range` is understood. Pictures are answered to be shown, everything else (with `download=true` pictures, too) to be saved.",
});

export const getThumbnail = query({
  name: 'get-thumbnail',
  call: 'GET /threads/:threadId/attachments/:attachmentId/thumbnail',
  access: 'threads:read',
  file: answeredFile('*/*'),
  params: OfAttachment,
  answer: bytes,
  summary: `A picture as WebP of at most ${THUMBNAIL_PIXELS} pixels a side.`,
});
