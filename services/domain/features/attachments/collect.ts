import { isEventOf } from '@hzm/contracts/core/event';
import { UNSENT_SECONDS } from '@hzm/contracts/features/attachments/attachment';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import { attachmentDocs, attachments } from '@hzm/projections/features/attachments/attachments';
import { systemRequest } from '@hzm/services/core/commands/request';
import type { Engine } from '@hzm/services/core/engine';
import type { ProjectedEvent } from '@hzm/services/core/projecting/projector-parts';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { pages } from '@hzm/services/core/read-model/pages';
import { attachment, attachmentStream, removeAttachment } from './attachment.ts';

/**
 * Longer than a message takes to be written that names a file in the last moment, in milliseconds.
 */
const MARGIN_MS = 5 * 60_000;
/**
 * Longer than an upload takes, with what follows it, in milliseconds: before, a file that nobody
 * knows may be one that is on its way.
 */
const UPLOAD_MS = 2 * 60 * 60_000;
const PAGE_ATTACHMENTS = 500;

type Parts = Pick<Engine, 'executor' | 'files' | 'model' | 'now' | 'projector' | 'store'>;

/** Removes the files that no message has had for an hour. */
async function removeUnsent({ executor, model, now }: Parts): Promise<void> {
  const until = new Date(now().getTime() - UNSENT_SECONDS * 1000 - MARGIN_MS).toISOString();
  const { docs } = await model.find({
    collection: attachmentDocs,
    where: [{ path: 'freeSince', op: 'lte', value: until }],
    limit: PAGE_ATTACHMENTS,
  });
  for (const { id, freeSince } of docs) {
    await executor.execute(systemRequest(`attachment-unsent ${id} ${freeSince}`), {
      stream: attachmentStream(id),
      decider: attachment,
      decide: removeAttachment,
    });
  }
}

async function neededIn({ model }: Parts, projectId: string): Promise<ReadonlySet<string>> {
  const needed = new Set<string>();
  for await (const docs of pages(model, {
    collection: attachmentDocs,
    where: [{ path: 'projectId', op: 'eq', value: projectId }],
    limit: PAGE_ATTACHMENTS,
  })) {
    for (const { address, picture } of docs) {
      needed.add(address);
      if (picture) needed.add(picture.thumbnail);
    }
  }
  return needed;
}

/** Whether views are up to date with the log, so that a missing document does not exist. */
export async function viewsAreCurrent(
  engine: Pick<Parts, 'projector' | 'store'>,
  names: readonly string[],
): Promise<boolean> {
  if (!engine.projector.isReady) return false;
  const head = await waitForHead(engine);
  const views = engine.projector.progress.filter(({ projection }) =>
    names.includes(projection.name),
  );
  return (
    views.length === names.length &&
    views.every(({ paused, position }) => !paused && position >= head)
  );
}

/**
 * Removes what no message has, then the bytes that no attachment has. Only while the view of
 * attachments holds all that the log does: to one that stands still or is being filled,
 * files that are needed would be unknown. @throws Problem NOT_READY
 */
export async function collectFiles(engine: Parts): Promise<void> {
  const before = new Date(engine.now().getTime() - UPLOAD_MS);
  if (!(await viewsAreCurrent(engine, [attachments.name]))) return;
  await removeUnsent(engine);
  await engine.files.collect(before, projectId => neededIn(engine, projectId));
}

/**
 * Removes the files of a project as soon as it is deleted; without its key they cannot be read any
 * more. What fails is left to `collectFiles`.
 */
export const dropFiles =
  ({ files }: Pick<Engine, 'files'>, isWriter: () => boolean) =>
  (batch: readonly ProjectedEvent[]): void => {
    if (!isWriter()) return;
    for (const { event } of batch)
      if (isEventOf(projectDeleted, event))
        void files.removeAll(event.data.projectId).catch(() => undefined);
  };
