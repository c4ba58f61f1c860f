import { Problem } from '@hzm/contracts/core/problem';
import type { Context, Engine } from '@hzm/services/core/engine';
import { Gate, type GateLimits } from '@hzm/services/core/limits/gate';
import type { Source } from '@hzm/services/core/limits/source';
import { BrokenFile, type SealedFile } from '@hzm/services/core/ports/row-files';
import type { PreviewAsk, RawPreview, RowsAsk } from './jobs.ts';

/* Threads over files that somebody waits for. Each may take 512 MiB, so that they are counted. */

const PREVIEWS: GateLimits = {
  together: 2,
  each: 1,
  waiting: 64,
  waitingEach: 4,
  timeoutMs: 30_000,
};
const DOWNLOADS: GateLimits = { ...PREVIEWS, together: 4 };

/** Maximum time of a preview, in milliseconds: an archive may unpack to gigabytes without a row. */
const PREVIEW_MS = 20_000;
/** Maximum time that a client takes for a chunk, in milliseconds, because it holds a place. */
const CHUNK_MS = 60_000;

interface Gates {
  readonly previews: Gate;
  readonly downloads: Gate;
}
const gates = new WeakMap<Engine, Gates>();
function gatesOf(engine: Engine): Gates {
  const own = gates.get(engine) ?? {
    previews: new Gate(PREVIEWS),
    downloads: new Gate(DOWNLOADS),
  };
  gates.set(engine, own);
  return own;
}

type Looking = Pick<Context, 'engine' | 'source' | 'left'>;

const never = (): AbortSignal => new AbortController().signal;

/** Looks at a file. @throws Problem VALIDATION_ERROR for a broken one; NOT_READY */
export async function previewed(
  { engine, source, left = never }: Looking,
  file: SealedFile,
  ask: PreviewAsk,
): Promise<RawPreview> {
  return gatesOf(engine).previews.run(
    source,
    async () => {
      const late = AbortSignal.timeout(PREVIEW_MS);
      const signal = AbortSignal.any([left(), late]);
      try {
        for await (const preview of engine.rowFiles.run('preview', file, ask, signal))
          return preview as RawPreview;
      } catch (error) {
        if (error instanceof BrokenFile)
          throw new Problem('VALIDATION_ERROR', { text: 'row-file-broken' });
        if (!signal.aborted) throw error;
      }
      throw late.aborted
        ? new Problem('VALIDATION_ERROR', { text: 'row-file-slow' })
        : new Problem('NOT_READY', { retryAfter: 1 });
    },
    left(),
  );
}

/** A place of a gate that is given back once. */
async function placeIn(gate: Gate, source: Source, left: AbortSignal): Promise<() => void> {
  await gate.enter(source, 1, left);
  let isHeld = true;
  return () => {
    if (isHeld) gate.leave(source, 1);
    isHeld = false;
  };
}

/** Makes the file of refused rows while it is sent. @throws Problem NOT_READY */
export async function refusedIn(
  { engine, source, left = never }: Looking,
  file: SealedFile,
  ask: RowsAsk,
): Promise<AsyncGenerator<string>> {
  const gone = left();
  const leave = await placeIn(gatesOf(engine).downloads, source, gone);
  // An answer that nobody begins to read ends nothing by itself.
  gone.addEventListener('abort', leave, { once: true });
  if (gone.aborted) leave();
  return chunksOf(engine, { file, ask, gone, leave });
}

interface Download {
  readonly file: SealedFile;
  readonly ask: RowsAsk;
  readonly gone: AbortSignal;
  readonly leave: () => void;
}

async function* chunksOf(
  { rowFiles }: Engine,
  { file, ask, gone, leave }: Download,
): AsyncGenerator<string> {
  const late = new AbortController();
  const signal = AbortSignal.any([gone, late.signal]);
  try {
    for await (const chunk of rowFiles.run('refused', file, ask, signal)) {
      const timer = setTimeout(() => {
        late.abort();
        leave();
      }, CHUNK_MS);
      try {
        yield chunk as string;
      } finally {
        clearTimeout(timer);
      }
    }
    // Otherwise a part would pass for the whole.
    if (signal.aborted) throw new Problem('NOT_READY', { retryAfter: 1 });
  } finally {
    gone.removeEventListener('abort', leave);
    leave();
  }
}
