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
  summary: 'Upload an attachment to a thread',
  description: `The body is the file, at most 25 MiB; its type is detected from its bytes. A message must refer to its \`id\` within an hour, or it is removed. At most ${UPLOADS_PER_MINUTE} uploads a minute per person or key.`,
});

export const getAttachment = query({
  name: 'get-attachment',
  call: 'GET /threads/:threadId/attachments/:attachmentId',
  access: 'threads:read',
  file: answeredFile('*/*'),
  params: OfAttachment,
  query: z.strictObject({ download: z.enum(['true', 'false']).optional() }),
  answer: bytes,
  summary: 'Download an attachment',
  description:
    'Serves files of messages and own unsent files; `Range` is supported. Images are served inline, other files (and images with `download=true`) as downloads.',
});

export const getThumbnail = query({
  name: 'get-thumbnail',
  call: 'GET /threads/:threadId/attachments/:attachmentId/thumbnail',
  access: 'threads:read',
  file: answeredFile('*/*'),
  params: OfAttachment,
  answer: bytes,
  summary: 'Download the thumbnail of an image',
  description: `A WebP file of at most ${THUMBNAIL_PIXELS} pixels a side.`,
});
