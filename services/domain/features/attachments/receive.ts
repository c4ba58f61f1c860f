import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import {
  fileOf,
  MAX_ATTACHMENT_BYTES,
  PICTURE_KINDS,
  type UploadedFile,
} from '@hzm/contracts/features/attachments/attachment';
import { safeFileName } from '@hzm/contracts/features/attachments/file-name';
import type { Context, Engine } from '@hzm/services/core/engine';
import type { KeptFile } from '../../../core/files/files.ts';
import { atFairSpeed } from '../../../core/limits/fair-speed.ts';
import type { Source } from '../../../core/limits/source.ts';
import { HEAD_BYTES, type Picture } from '../../../core/ports/file-inspector.ts';
import { senderOf, threadDoc } from '../../access/thread.ts';
import { addAttachment, attachment, attachmentStream } from './attachment.ts';
import { reserveRoom } from './room.ts';

/** Keeps the beginning of what passes. */
class Head {
  readonly #chunks: Uint8Array[] = [];
  #missing = HEAD_BYTES;

  async *of(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      if (this.#missing > 0) {
        const part = chunk.slice(0, this.#missing);
        this.#chunks.push(part);
        this.#missing -= part.length;
      }
      yield chunk;
    }
  }

  get bytes(): Uint8Array {
    return Buffer.concat(this.#chunks);
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** All bytes of a file that was just kept. */
async function readAll(
  engine: Engine,
  projectId: string,
  { address }: KeptFile,
): Promise<Uint8Array> {
  const file = await engine.files.open(projectId, address);
  if (!file) throw new Problem('NOT_FOUND');
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.read(0, file.size)) chunks.push(chunk);
    return Buffer.concat(chunks);
  } finally {
    await file.close();
  }
}

/** A picture with its thumbnail kept beside it; null: it is a file like any other. */
async function pictureOf(
  engine: Engine,
  source: Source,
  projectId: string,
  kept: KeptFile,
): Promise<(Pick<Picture, 'width' | 'height'> & { readonly thumbnail: string }) | null> {
  const picture = await engine.files.pictures.run(source, async () =>
    engine.inspector.picture(await readAll(engine, projectId, kept)),
  );
  if (!picture) return null;
  const { address } = await engine.files.keep(projectId, once(picture.thumbnail));
  return { width: picture.width, height: picture.height, thumbnail: address };
}

/**
 * Keeps a file that is sent for a thread, and looks what it is. The same request again brings the
 * same attachment.
 * @throws Problem PAYLOAD_TOO_LARGE; CONFLICT if the thread is closed, there is no room, or it is
 * another file than before; NOT_READY if too many are on their way
 */
export async function receive(
  context: Context,
  threadId: string,
  givenName: string,
): Promise<{ readonly attachment: UploadedFile; readonly position: Position | undefined }> {
  const { engine, caller, source, request, file } = context;
  const { projectId, status } = await threadDoc(engine, threadId);
  if (status === 'closed') throw new Problem('CONFLICT', { text: 'thread-closed-now' });
  if (!file) throw new Problem('VALIDATION_ERROR');
  const { id: uploaderId } = senderOf(caller);
  const of = { projectId, uploaderId };
  return engine.files.uploads.run(source, async place => {
    using _ = await reserveRoom(engine, {
      ...of,
      size: Math.min(request.bytes || MAX_ATTACHMENT_BYTES, MAX_ATTACHMENT_BYTES),
    });
    const head = new Head();
    const kept = await engine.files.keep(projectId, head.of(atFairSpeed(file, place)));
    // A right may end while a client sends its file.
    await context.authorizedStill?.();
    const kind = await engine.inspector.kindOf(head.bytes);
    const picture = PICTURE_KINDS.includes(kind)
      ? await pictureOf(engine, source, projectId, kept)
      : null;
    const attachmentId = await engine.executor.idWithStream(
      request,
      `thread:${threadId}`,
      'attachment',
      attachmentStream,
    );
    // Whether it is the same file that came before under this name, its bytes say, not the request.
    const data = {
      ...of,
      threadId,
      attachmentId,
      name: safeFileName(givenName),
      ...kept,
      kind,
      picture,
    };
    const { state, position } = await engine.executor.execute(
      { ...request, repeatable: false },
      {
        stream: attachmentStream(attachmentId),
        decider: attachment,
        about: { projectId },
        decide: addAttachment(data),
      },
    );
    if (state.kind === 'none') throw new Problem('NOT_FOUND');
    await engine.projector.waitForPosition(position);
    return { attachment: fileOf(threadId, attachmentId, state.added.name, state.added), position };
  });
}
