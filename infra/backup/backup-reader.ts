import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Json } from '@hzm/contracts/core/json';
import { isPosition, type Position } from '@hzm/contracts/core/position';
import * as z from 'zod';
import {
  BadBackup,
  DIGEST_BYTES,
  firstDigest,
  FORMAT,
  MAGIC,
  MAX_FRAME_BYTES,
  MAX_HEADER_BYTES,
  nextDigest,
  PREFIX_BYTES,
  TRAILER,
  TRAILER_BYTES,
  type FrameKind,
  type Header,
  type Summary,
} from './format.ts';
import { openPayload, payloadKey } from './payload.ts';

const HeaderShape = z.object({
  version: z.string(),
  startedAt: z.iso.datetime(),
  passphrase: z
    .object({ kdf: z.literal('scrypt'), cost: z.int(), blockSize: z.int(), salt: z.string() })
    .nullable(),
});
const Place = z.custom<Position>(value => typeof value === 'string' && isPosition(value));
const SummaryShape = z.object({
  events: z.int(),
  damaged: z.int(),
  keys: z.int(),
  destroyed: z.int(),
  files: z.int().default(0),
  begin: Place,
  end: Place,
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
});
const KINDS: ReadonlySet<string> = new Set<FrameKind>(['E', 'K', 'F', 'S', 'Z']);

export interface Frame {
  readonly kind: FrameKind;
  readonly value: Json;
}

const cut = (): BadBackup =>
  new BadBackup('The backup is cut off: its end is missing. Use another one.');
const changed = (): BadBackup =>
  new BadBackup(
    'The backup was changed or damaged since it was made: its checksums are wrong. Use another one.',
  );

/** Reads one backup, synchronously, with one frame at a time in memory. */
export class BackupReader {
  readonly #handle: number;
  readonly #size: number;
  readonly #start: number;
  readonly #first: Buffer;
  readonly #key: Buffer | undefined;
  readonly header: Header;

  /**
   * @throws BadBackup when it is not a backup, a later version wrote it, or it needs another
   * passphrase
   */
  constructor(file: string, passphrase: string | undefined) {
    this.#handle = openSync(file, 'r');
    try {
      this.#size = fstatSync(this.#handle).size;
      const { header, lines } = this.#readHeader();
      this.header = header;
      this.#start = lines.length;
      this.#first = firstDigest(lines);
      this.#key = payloadKey(header.passphrase, passphrase);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  get bytes(): number {
    return this.#size;
  }

  /** Reads the last frame without those before it. @throws BadBackup */
  summary(): Summary {
    const trailer = this.#read(this.#size - TRAILER_BYTES, TRAILER_BYTES);
    const length = trailer.readUInt32BE();
    const start = this.#size - TRAILER_BYTES - length;
    if (
      trailer.toString('latin1', 4) !== TRAILER ||
      length < PREFIX_BYTES + DIGEST_BYTES ||
      start < this.#start
    )
      throw cut();
    const before =
      start === this.#start ? this.#first : this.#read(start - DIGEST_BYTES, DIGEST_BYTES);
    const { kind, payload, end } = this.#frame(start, before);
    if (kind !== 'Z' || end !== this.#size - TRAILER_BYTES) throw changed();
    return summaryOf(openPayload(payload, kind, before, this.#key));
  }

  /**
   * Yields every frame but the last, in order, then checks that the last is sound and nothing
   * follows it. @throws BadBackup
   */
  *frames(): Generator<Frame> {
    let digest = this.#first;
    for (let at = this.#start; ;) {
      const { kind, payload, end, next } = this.#frame(at, digest);
      const value = openPayload(payload, kind, digest, this.#key);
      if (kind === 'Z') {
        const trailer = this.#read(end, TRAILER_BYTES);
        if (
          end + TRAILER_BYTES !== this.#size ||
          trailer.toString('latin1', 4) !== TRAILER ||
          trailer.readUInt32BE() !== end - at
        )
          throw changed();
        summaryOf(value);
        return;
      }
      yield { kind, value };
      digest = next;
      at = end;
    }
  }

  close(): void {
    closeSync(this.#handle);
  }

  #readHeader(): { readonly header: Header; readonly lines: Buffer } {
    const start = this.#read(0, Math.min(MAX_HEADER_BYTES, this.#size));
    const first = start.indexOf('\n');
    const text = start.toString('latin1', 0, Math.max(first, 0));
    if (!text.startsWith(MAGIC)) throw new BadBackup('The file is no backup of HZM.');
    const format = text.slice(MAGIC.length);
    if (/^[1-9]\d*$/.test(format) && Number(format) > FORMAT)
      throw new BadBackup(
        `The backup was made by a later version of HZM (format ${format}); this one reads up to format ${FORMAT}.`,
      );
    if (!/^[1-9]\d*$/.test(format)) throw changed();
    const second = start.indexOf('\n', first + 1);
    if (second < 0) throw this.#size < MAX_HEADER_BYTES ? cut() : changed();
    try {
      return {
        header: HeaderShape.parse(JSON.parse(start.toString('utf8', first + 1, second))),
        lines: start.subarray(0, second + 1),
      };
    } catch {
      throw changed();
    }
  }

  #frame(
    at: number,
    before: Buffer,
  ): {
    readonly kind: FrameKind;
    readonly payload: Buffer;
    readonly end: number;
    readonly next: Buffer;
  } {
    const prefix = this.#read(at, PREFIX_BYTES);
    const [kind, length] = [prefix.toString('latin1', 0, 1), prefix.readUInt32BE(1)];
    if (!KINDS.has(kind) || length > MAX_FRAME_BYTES) throw changed();
    const rest = this.#read(at + PREFIX_BYTES, length + DIGEST_BYTES);
    const payload = rest.subarray(0, length);
    const next = nextDigest(before, prefix, payload);
    if (!next.equals(rest.subarray(length))) throw changed();
    return { kind: kind as FrameKind, payload, end: at + PREFIX_BYTES + rest.length, next };
  }

  #read(at: number, length: number): Buffer {
    if (at < 0 || at + length > this.#size) throw cut();
    const bytes = Buffer.allocUnsafe(length);
    for (let done = 0; done < length;) {
      const read = readSync(this.#handle, bytes, done, length - done, at + done);
      if (read === 0) throw cut();
      done += read;
    }
    return bytes;
  }
}

function summaryOf(value: Json): Summary {
  const parsed = SummaryShape.safeParse(value);
  if (!parsed.success) throw changed();
  return parsed.data;
}
