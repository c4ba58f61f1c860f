import { Problem } from '@hzm/contracts/core/problem';
import {
  MAX_FILES,
  MAX_PERSON_BYTES,
  MAX_PROJECT_BYTES,
} from '@hzm/contracts/features/attachments/attachment';
import { attachmentDocs } from '@hzm/projections/features/attachments/attachments';
import type { Engine } from '@hzm/services/core/engine';
import type { ExpectedFile } from '@hzm/services/core/files/files';
import { pages } from '@hzm/services/core/read-model/pages';

/** The number of attachments in one page of a query. */
const PAGE_ATTACHMENTS = 500;
const GIB = 1_073_741_824;

interface Used {
  readonly files: number;
  readonly bytes: number;
}

/** The files of a project, or of who uploaded them. */
async function usedBy(
  { model }: Pick<Engine, 'model'>,
  path: 'projectId' | 'uploaderId',
  value: string,
): Promise<Used> {
  let [files, bytes] = [0, 0];
  for await (const docs of pages(model, {
    collection: attachmentDocs,
    where: [{ path, op: 'eq', value }],
    limit: PAGE_ATTACHMENTS,
  })) {
    files += docs.length;
    bytes += docs.reduce((sum, { size }) => sum + size, 0);
  }
  return { files, bytes };
}

const full = (key: string, bytes: number): Problem =>
  new Problem('CONFLICT', {
    text: { key, values: { limit: `${bytes / GIB} GiB`, files: MAX_FILES } },
  });

/**
 * Reserves room for an upload: in its project, and of the bytes that one person may upload to all
 * projects. Other processes do not see the reservation: each may admit as much more as it uploads
 * at one moment (`Files.uploads`).
 * @returns to be disposed when the view of attachments has the file, or it does not come
 * @throws Problem CONFLICT
 */
export const reserveRoom = (
  engine: Pick<Engine, 'model' | 'files'>,
  one: ExpectedFile,
): Promise<Disposable> =>
  engine.files.expected.reserve(one, async others => {
    const { projectId, uploaderId } = one;
    const used = async (kept: Promise<Used>, expected: readonly ExpectedFile[]): Promise<Used> => {
      const { files, bytes } = await kept;
      return {
        files: files + expected.length,
        bytes: bytes + expected.reduce((sum, { size }) => sum + size, 0),
      };
    };
    const [ofProject, ofPerson] = await Promise.all([
      used(
        usedBy(engine, 'projectId', projectId),
        others.filter(other => other.projectId === projectId),
      ),
      used(
        usedBy(engine, 'uploaderId', uploaderId),
        others.filter(other => other.uploaderId === uploaderId),
      ),
    ]);
    if (ofProject.files >= MAX_FILES || ofProject.bytes + one.size > MAX_PROJECT_BYTES)
      throw full('files-full-project', MAX_PROJECT_BYTES);
    if (ofPerson.files >= MAX_FILES || ofPerson.bytes + one.size > MAX_PERSON_BYTES)
      throw full('files-full-person', MAX_PERSON_BYTES);
  });
