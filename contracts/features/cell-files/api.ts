import * as z from 'zod';
import { answeredFile, command, nothing, query, sentFile } from '../../core/call.ts';
import { MAX_CELL_FILES } from '../../core/everyday/file.ts';
import { Id } from '../../core/ids.ts';
import {
  MAX_ATTACHMENT_BYTES,
  THUMBNAIL_PIXELS,
  UploadedFile,
  UPLOADS_PER_MINUTE,
} from '../attachments/attachment.ts';
import { BIN_DAYS } from '../tables/bin-limits.ts';

/** Maximum files that one call describes. */
const MAX_DESCRIBED = 100;
/** Characters of an id and its comma: the length of the list bounds its ids. */
const ID_CHARACTERS = 37;
const MAX_GIVEN_NAME = 1_000;
const OfCell = z.strictObject({ tableId: Id, rowId: Id, fieldId: Id });
const OfFile = OfCell.extend({ fileId: Id });
const bytes = z.string().meta({ format: 'binary' });

export const uploadCellFile = command({
  name: 'upload-cell-file',
  call: 'POST /data/table/:tableId/rows/:rowId/fields/:fieldId/files',
  access: 'rows:write',
  status: 201,
  file: sentFile('*/*', MAX_ATTACHMENT_BYTES),
  params: OfCell,
  query: z.strictObject({ file_name: z.string().max(MAX_GIVEN_NAME) }),
  answer: z.object({ file: UploadedFile }),
  summary: 'Add a file to a row',
  description: `The body is the file, at most 25 MiB; its type is detected from its bytes. A field of a row has at most ${MAX_CELL_FILES} files. At most ${UPLOADS_PER_MINUTE} uploads a minute per person or key.`,
});

export const listCellFiles = query({
  name: 'list-cell-files',
  call: 'GET /data/table/:tableId/files',
  access: 'rows:read',
  params: z.strictObject({ tableId: Id }),
  query: z.strictObject({
    ids: z
      .string()
      .max(MAX_DESCRIBED * ID_CHARACTERS)
      .meta({ description: `Up to ${MAX_DESCRIBED} ids, apart by commas.` }),
  }),
  answer: z.object({ files: z.array(UploadedFile) }),
  summary: 'Describe files of rows',
  description:
    'Names, sizes and media types of files by their ids; missing and hidden ones are left out.',
});

export const getCellFile = query({
  name: 'get-cell-file',
  call: 'GET /data/table/:tableId/rows/:rowId/fields/:fieldId/files/:fileId',
  access: 'rows:read',
  file: answeredFile('*/*'),
  params: OfFile,
  query: z.strictObject({ download: z.enum(['true', 'false']).optional() }),
  answer: bytes,
  summary: 'Download a file of a row',
  description:
    '`Range` is supported. Images are served inline, other files (and images with `download=true`) as downloads. A file that the row no longer has requires the right to the history of the row.',
});

export const getCellThumbnail = query({
  name: 'get-cell-thumbnail',
  call: 'GET /data/table/:tableId/rows/:rowId/fields/:fieldId/files/:fileId/thumbnail',
  access: 'rows:read',
  file: answeredFile('*/*'),
  params: OfFile,
  answer: bytes,
  summary: 'Download the thumbnail of an image of a row',
  description: `A WebP file of at most ${THUMBNAIL_PIXELS} pixels a side.`,
});

export const takeOutCellFile = command({
  name: 'take-out-cell-file',
  call: 'DELETE /data/table/:tableId/rows/:rowId/fields/:fieldId/files/:fileId',
  access: 'rows:write',
  params: OfFile,
  answer: nothing,
  summary: 'Take a file out of a row',
  description: `It is kept for ${BIN_DAYS} more days, in which it can be put back.`,
});

export const putBackCellFile = command({
  name: 'put-back-cell-file',
  call: 'PUT /data/table/:tableId/rows/:rowId/fields/:fieldId/files/:fileId',
  access: 'rows:write',
  params: OfFile,
  answer: nothing,
  summary: 'Put a file back into its row',
  description: 'Only into the row and the field that it was taken out of.',
});
