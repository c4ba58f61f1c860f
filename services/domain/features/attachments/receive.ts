import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import {
  fileOf,
  threadFolder,
  type UploadedFile,
} from '@hzm/contracts/features/attachments/attachment';
import type { Context } from '@hzm/services/core/engine';
import { threadDoc } from '../../access/thread.ts';
import { addAttachment, attachment, attachmentStream } from './attachment.ts';
import { keepUpload } from './keep-upload.ts';

/**
 * Keeps a file that is sent for a thread. A repeated request returns the same attachment.
 * @throws Problem as `keepUpload`; CONFLICT if the thread is closed, or it is another file than
 * before
 */
export async function receive(
  context: Context,
  threadId: string,
  givenName: string,
): Promise<{ readonly attachment: UploadedFile; readonly position: Position | undefined }> {
  const { engine, request } = context;
  const { projectId, status } = await threadDoc(engine, threadId);
  if (status === 'closed') throw new Problem('CONFLICT', { text: 'thread-closed-now' });
  return keepUpload(context, projectId, givenName, async kept => {
    const attachmentId = await engine.executor.idWithStream(
      request,
      `thread:${threadId}`,
      'attachment',
      attachmentStream,
    );
    // Whether it is the same file that came before under this name, its bytes say, not the request.
    const { state, position } = await engine.executor.execute(
      { ...request, repeatable: false },
      {
        stream: attachmentStream(attachmentId),
        decider: attachment,
        about: { projectId },
        decide: addAttachment({ ...kept, threadId, attachmentId }),
      },
    );
    if (state.kind === 'none') throw new Problem('NOT_FOUND');
    await engine.projector.waitForPosition(position);
    const folder = threadFolder(threadId);
    return { attachment: fileOf(folder, attachmentId, state.added.name, state.added), position };
  });
}
