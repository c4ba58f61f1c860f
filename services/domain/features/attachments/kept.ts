import { Problem } from '@hzm/contracts/core/problem';
import type { AttachmentDoc } from '@hzm/projections/features/attachments/attachments';
import type { Engine, KeptAnswer } from '@hzm/services/core/engine';

export const THUMBNAIL_KIND = 'image/webp';

/**
 * @throws Problem NOT_FOUND where the bytes are not here: a backup was restored without them, for
 * instance
 */
export async function openKept(
  { files }: Pick<Engine, 'files'>,
  { projectId }: AttachmentDoc,
  address: string,
  as: Pick<KeptAnswer, 'name' | 'type' | 'isShown' | 'tag'>,
): Promise<KeptAnswer> {
  const file = await files.open(projectId, address);
  if (!file) throw new Problem('NOT_FOUND');
  return { ...as, file };
}
