import { Problem } from '@hzm/contracts/core/problem';
import { MAX_FILES, MAX_PERSON_BYTES, MAX_PROJECT_BYTES } from '@hzm/contracts/features/attachments/attachment';
import { attachmentDocs } from '@hzm/projections/features/attachments/attachments';
import type { Engine } from '@hzm/services/core/engine';
import type { ComingFile } from '@hzm/services/core/files';
import { pages } from '@hzm/services/core/pages';

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
  for await (const docs of pages(model, { collection: attachmentDocs, where: [{ path, op: 'eq', value }], limit: PAGE })) {
    files += docs.length;
    bytes += docs.reduce((sum, { size }) => sum + size, 0);
  }
  return { files, bytes };
}

const full = (key: string, bytes: number): Problem => new Problem('CONFLICT', { text: { key, values: { limit: `${bytes / GIBIBYTE} GiB`, files: MAX_FILES } } });

/**
 * Takes room for a file that comes: in its project, and of what one person may upload to all projects. What is on its way in this process counts as if it were there. Other processes do not know of it: each of them may
 * let in as much more as its uploads that run at once (`Files.uploads`). @param one `size`: in bytes, at most @returns gives back the room, once the view of attachments has the file, or it does not come @throws Problem CONFLICT
 */
export const takeRoom = (engine: Pick<Engine, 'model' | 'files'>, one: ComingFile): Promise<() => void> => engine.files.coming.enter(one, async others => {
  const { projectId, uploaderId } = one;
  const used = async (kept: Promise<Used>, coming: readonly ComingFile[]): Promise<Used> => {
    const { files, bytes } = await kept;
    return { files: files + coming.length, bytes: bytes + coming.reduce((sum, { size }) => sum + size, 0) };
  };
  const [ofProject, ofPerson] = await Promise.all([
    used(usedBy(engine, 'projectId', projectId), others.filter(other => other.projectId === projectId)),
    used(usedBy(engine, 'uploaderId', uploaderId), others.filter(other => other.uploaderId === uploaderId)),
  ]);
  if (ofProject.files >= MAX_FILES || ofProject.bytes + one.size > MAX_PROJECT_BYTES) throw full('files-full-project', MAX_PROJECT_BYTES);
  if (ofPerson.files >= MAX_FILES || ofPerson.bytes + one.size > MAX_PERSON_BYTES) throw full('files-full-person', MAX_PERSON_BYTES);
});
