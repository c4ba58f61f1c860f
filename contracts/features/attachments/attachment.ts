import * as z from 'zod';
import { Id } from '../../core/ids.ts';

/** Maximum size of a file in bytes. */
export const MAX_ATTACHMENT_BYTES = 25 * 1_048_576;
/**
 * Maximum bytes of a project's files and of one person's uploads to all projects, and the maximum
 * number of files.
 */
export const MAX_PROJECT_BYTES = 2 * 1_073_741_824;
export const MAX_PERSON_BYTES = 1_073_741_824;
export const MAX_FILES = 5_000;
/** Maximum uploads per person or key and minute. */
export const UPLOADS_PER_MINUTE = 60;
/** Seconds after which a file without a message is removed. */
export const UNSENT_SECONDS = 3_600;
/** The longer side of a thumbnail, which is a WebP file, in pixels. */
export const THUMBNAIL_PIXELS = 320;

/**
 * Media types served inline because browsers run no code of them; other types are served as
 * downloads.
 */
export const PICTURE_KINDS: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
];
/** Fallback for binary content of an unknown type. */
export const UNKNOWN_KIND = 'application/octet-stream';

/** The displayed size of an image, in pixels. */
export const PictureSize = z.strictObject({ width: z.int().min(1), height: z.int().min(1) });
export type PictureSize = z.output<typeof PictureSize>;

/** Metadata of an attachment. `picture` is null unless the image could be decoded. */
export const AttachedFile = z.strictObject({
  size: z.int(),
  kind: z.string(),
  picture: PictureSize.nullable(),
});
export type AttachedFile = z.output<typeof AttachedFile>;

export const UploadedFile = z
  .object({
    id: Id,
    file_name: z.string(),
    size: z.int().meta({ description: 'In bytes' }),
    kind: z.string().meta({ description: 'Media type, told from the bytes' }),
    is_image: z.boolean().meta({
      description: 'A picture that could be read: it has a width, a height and a thumbnail',
    }),
    width: z.int().optional(),
    height: z.int().optional(),
    thumbnail: z
      .string()
      .optional()
      .meta({
        description: `Its path, as that of the file with \`/thumbnail\`: WebP, at most ${THUMBNAIL_PIXELS} pixels a side`,
      }),
  })
  .meta({ id: 'UploadedFile' });
export type UploadedFile = z.output<typeof UploadedFile>;

/** Returns the path of a thread's files. */
export const threadFolder = (threadId: string): string => `/threads/${threadId}/attachments`;

/** Presents an attachment as an uploaded file. @param folder the path of the call that sent it */
export const fileOf = (
  folder: string,
  id: string,
  name: string,
  { size, kind, picture }: AttachedFile,
): UploadedFile => ({
  id,
  file_name: name,
  size,
  kind,
  is_image: picture !== null,
  ...(picture && {
    width: picture.width,
    height: picture.height,
    thumbnail: `${folder}/${id}/thumbnail`,
  }),
});
