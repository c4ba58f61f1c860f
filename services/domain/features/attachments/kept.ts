import { Problem } from '@hzm/contracts/core/problem';
import type { AttachmentDoc } from '@hzm/projections/features/attachments/attachments';
import type { Engine, KeptAnswer } from '@hzm/services/core/engine';

const THUMBNAIL_KIND = 'image/webp';

/**
 * @throws Problem NOT_FOUND if the bytes are missing, for instance after a backup was restored
 * without them
 */
async function openKept(
  { files }: Pick<Engine, 'files'>,
  { projectId }: AttachmentDoc,
  address: string,
  as: Pick<KeptAnswer, 'name' | 'type' | 'isShown' | 'tag'>,
): Promise<KeptAnswer> {
  const file = await files.open(projectId, address);
  if (!file) throw new Problem('NOT_FOUND');
  return { ...as, file };
}

/** Opens a file; browsers show pictures inline. @throws Problem NOT_FOUND */
export const openFile = (
  engine: Pick<Engine, 'files'>,
  doc: AttachmentDoc,
  name: string,
  isDownload: boolean,
): Promise<KeptAnswer> =>
  openKept(engine, doc, doc.address, {
    name,
    type: doc.kind,
    isShown: doc.picture !== null && !isDownload,
    tag: doc.id,
  });

/** Opens the thumbnail of a picture. @throws Problem NOT_FOUND */
export async function openThumbnail(
  engine: Pick<Engine, 'files'>,
  doc: AttachmentDoc,
  name: string,
): Promise<KeptAnswer> {
  if (!doc.picture) throw new Problem('NOT_FOUND');
  return openKept(engine, doc, doc.picture.thumbnail, {
    name: `${name}.webp`,
    type: THUMBNAIL_KIND,
    isShown: true,
    tag: `${doc.id}-thumbnail`,
  });
}
