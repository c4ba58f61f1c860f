import { Problem } from '@hzm/contracts/core/problem';
import { MAX_FILES, MAX_PERSON_BYTES, MAX_PROJECT_BYTES } from '@hzm/contracts/features/attachments/attachment';
import { attachmentDocs } from '@hzm/projections/features/attachments/attachments';
import type { Engine } from '@hzm/services/core/engine';

/** So many are read at once. */
const PAGE = 500;
const GIBIBYTE = 1_073_741_824;

interface Used {
  readonly files: number;
  readonly bytes: number;
}

/** The files of a project, or of who uploaded them. */
async function usedBy({ model }: Pick<Engine, 'model'>, path: 'projectId' | 'uploaderId', value: string): Promise<Used> {
  let [files, bytes] = [0, 0];
  for (let cursor: string | undefined; ;) {
    const { docs, nextCursor } = await model.find({ collection: attachmentDocs, where: [{ path, op: 'eq', value }], limit: PAGE, ...(cursor !== undefined && { cursor }) });
    files += docs.length;
    bytes += docs.reduce((sum, { size }) => sum + size, 0);
    if (nextCursor === undefined) return { files, bytes };
    cursor = nextCursor;
  }
}

const full = (key: string, bytes: number): Problem => new Problem('CONFLICT', { text: { key, values: { limit: `${bytes / GIBIBYTE} GiB`, files: MAX_FILES } } });

/**
 * Refuses a file for which there is no room, in its project or of what one person may upload to all projects. What is on its way at the same moment is not counted: as much more may be kept as the uploads that run
 * at once (`Files.uploads`). @param size in bytes @throws Problem CONFLICT
 */
export async function checkRoom(engine: Pick<Engine, 'model'>, { projectId, uploaderId }: { readonly projectId: string; readonly uploaderId: string }, size: number): Promise<void> {
  const [ofProject, ofPerson] = await Promise.all([usedBy(engine, 'projectId', projectId), usedBy(engine, 'uploaderId', uploaderId)]);
  if (ofProject.files >= MAX_FILES || ofProject.bytes + size > MAX_PROJECT_BYTES) throw full('files-full-project', MAX_PROJECT_BYTES);
  if (ofPerson.files >= MAX_FILES || ofPerson.bytes + size > MAX_PERSON_BYTES) throw full('files-full-person', MAX_PERSON_BYTES);
}
