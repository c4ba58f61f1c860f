import { Problem } from '@hzm/contracts/core/problem';
import {
  MAX_ATTACHMENT_BYTES,
  PICTURE_KINDS,
} from '@hzm/contracts/features/attachments/attachment';
import type { KeptPicture } from '@hzm/contracts/features/attachments/events';
import { safeFileName } from '@hzm/contracts/features/attachments/file-name';
import type { Context, Engine } from '@hzm/services/core/engine';
import type { KeptFile } from '../../../core/files/files.ts';
import { atFairSpeed } from '../../../core/limits/fair-speed.ts';
import type { Source } from '../../../core/limits/source.ts';
import { HEAD_BYTES } from '../../../core/ports/file-inspector.ts';
import { senderOf } from '../../access/thread.ts';
import { reserveRoom } from './room.ts';

/** Remembers the first bytes of a stream. */
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

/** Keeps the thumbnail of a picture; returns null if the bytes cannot be decoded. */
async function pictureOf(
  engine: Engine,
  source: Source,
  projectId: string,
  kept: KeptFile,
): Promise<KeptPicture | null> {
  const picture = await engine.files.pictures.run(source, async () =>
    engine.inspector.picture(await readAll(engine, projectId, kept)),
  );
  if (!picture) return null;
  const { address } = await engine.files.keep(projectId, once(picture.thumbnail));
  return { width: picture.width, height: picture.height, thumbnail: address };
}

/** The metadata of a file whose bytes are kept, as its event has them. */
export interface KeptUpload extends KeptFile {
  readonly projectId: string;
  readonly uploaderId: string;
  readonly name: string;
  readonly kind: string;
  readonly picture: KeptPicture | null;
}

/**
 * Keeps the bytes that are sent for a project and detects their type. The reserved room and the
 * turn end once `add` is done.
 * @throws Problem PAYLOAD_TOO_LARGE; CONFLICT if there is no room; NOT_READY if too many are on
 * their way
 */
export async function keepUpload<T>(
  context: Context,
  projectId: string,
  givenName: string,
  add: (kept: KeptUpload) => Promise<T>,
): Promise<T> {
  const { engine, caller, source, request, file } = context;
  if (!file) throw new Problem('VALIDATION_ERROR');
  const of = { projectId, uploaderId: senderOf(caller).id };
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
    return add({ ...of, ...kept, name: safeFileName(givenName), kind, picture });
  });
}
