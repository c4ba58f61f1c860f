import { BIN_DAYS } from '@hzm/contracts/features/tables/bin-limits';
import {
  attachmentDocs,
  attachments,
  type AttachmentDoc,
} from '@hzm/projections/features/attachments/attachments';
import { rows } from '@hzm/projections/features/rows/rows';
import { systemRequest } from '@hzm/services/core/commands/request';
import type { Engine } from '@hzm/services/core/engine';
import { viewsAreCurrent } from '../attachments/collect.ts';
import {
  cellFile,
  cellFileStream,
  releaseCellFile,
  removeCellFile,
  retainCellFile,
} from './cell-file.ts';
import { hasFile, isOfCell } from './cell.ts';

const KEPT_MS = BIN_DAYS * 86_400_000;
/** Time in milliseconds for requests that put a file back in the last moment. */
const MARGIN_MS = 5 * 60_000;
/** Files that one round checks. */
const PAGE_FILES = 1_000;

type Parts = Pick<Engine, 'executor' | 'files' | 'model' | 'now' | 'projector' | 'store' | 'codec'>;

const releasedFor = ({ releasedAt }: AttachmentDoc, now: Date): number =>
  releasedAt === null ? 0 : now.getTime() - Date.parse(releasedAt);

/** Whether a file that was taken out can still be put back. */
export const isPutBack = (doc: AttachmentDoc, now: Date): boolean =>
  releasedFor(doc, now) < KEPT_MS;

/** Returns the command that a file needs; undefined for none. */
function decisionOn(doc: AttachmentDoc, isThere: boolean, now: Date) {
  if (isThere) return doc.releasedAt === null ? undefined : retainCellFile;
  if (doc.releasedAt === null) return releaseCellFile;
  return releasedFor(doc, now) > KEPT_MS + MARGIN_MS ? removeCellFile : undefined;
}

async function check(engine: Parts, doc: AttachmentDoc): Promise<void> {
  if (!isOfCell(doc)) return;
  const { id, projectId, releasedAt } = doc;
  const decide = decisionOn(doc, await hasFile(engine, doc), engine.now());
  if (!decide) return;
  await engine.executor.execute(systemRequest(`cell-file ${decide.name} ${id} ${releasedAt}`), {
    stream: cellFileStream(id),
    about: { projectId },
    decider: cellFile,
    decide,
  });
}

/**
 * Returns a function that checks the next page of files at each call. Files that their rows no
 * longer have are kept for the time of the bin, then removed.
 * @throws Problem NOT_READY; the first failure, after all others were tried
 */
export function cellFileSweep(engine: Parts): () => Promise<void> {
  let cursor: string | undefined;
  return async () => {
    if (!(await viewsAreCurrent(engine, [attachments.name, rows.name]))) return;
    const from = cursor;
    cursor = undefined;
    const { docs, nextCursor } = await engine.model.find({
      collection: attachmentDocs,
      where: [{ path: 'tableId', op: 'gt', value: '' }],
      limit: PAGE_FILES,
      ...(from !== undefined && { cursor: from }),
    });
    let failure: { readonly error: unknown } | undefined;
    for (const doc of docs)
      await check(engine, doc).catch((error: unknown) => {
        failure ??= { error };
      });
    cursor = nextCursor;
    if (failure) throw failure.error;
  };
}
