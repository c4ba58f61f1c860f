import * as z from 'zod';
import { Id } from '../../core/ids.ts';

/** A file, in bytes. */
export const MAX_ATTACHMENT_BYTES = 25 * 1_048_576;
/**
 * The files of one project, and those that one person uploaded to all projects: bytes, and how
 * many.
 */
export const MAX_PROJECT_BYTES = 2 * 1_073_741_824;
export const MAX_PERSON_BYTES = 1_073_741_824;
export const MAX_FILES = 5_000;
/** Uploads of one person or key in a minute. */
export const UPLOADS_PER_MINUTE = 60;
/** A file that no message has goes after so many seconds. */
export const UNSENT_SECONDS = 3_600;
/** The longer side of a thumbnail, in pixels; it is WebP. */
export const THUMBNAIL_PIXELS = 320;

/**
 * What a browser shows as a picture and runs nothing of: served to be shown, everything else to be
 * saved.
 */
export const PICTURE_KINDS: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
];
/** What is no kind that is known, and no text. */
export const UNKNOWN_KIND = 'application/octet-stream';

/** The size of a picture in pixels, as it is looked at. */
export const PictureSize = z.strictObject({ width: z.int().min(1), height: z.int().min(1) });
export type PictureSize = z.output<typeof PictureSize>;

/** What is known of a file beside its name. `picture`: of one that could be read. */
export const AttachedFile = z.strictObject({
  size: z.int(),
  kind: z.string(),
  picture: PictureSize.nullable(),
});
export type AttachedFile = z.output<typeof AttachedFile>;

/** A file as it was uploaded. */
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
        description: `Its path, as \`/threads/{threadId}/attachments/{id}/thumbnail\`: WebP, at most ${THUMBNAIL_PIXELS} pixels a side`,
      }),
  })
  .meta({ id: 'UploadedFile' });
export type UploadedFile = z.output<typeof UploadedFile>;

/** A file as it is told of. */
export const fileOf = (
  threadId: string,
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
    thumbnail: `/threads/${threadId}/attachments/${id}/thumbnail`,
  }),
});
