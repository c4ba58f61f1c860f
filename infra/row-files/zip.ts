import { Readable } from 'node:stream';
import { BrokenFile } from '@hzm/services/core/ports/row-files';
import yauzl from 'yauzl';

/** Reads bytes of a file from `from` to before `to`. */
export type ReadBytes = (from: number, to: number) => AsyncIterable<Uint8Array>;

/** Maximum parts, also of one name, and bytes of their names, comments and other members. */
const MAX_ENTRIES = 2_000;
const MAX_DESCRIBED = 4_194_304;
/** Bytes that a part may unpack to: a multiple of its packed size, or this many. */
const MAX_RATIO = 200;
const MIN_UNPACKED = 67_108_864;
const MAX_UNPACKED = 4_294_967_296;

class Bytes extends yauzl.RandomAccessReader {
  readonly #read: ReadBytes;

  constructor(read: ReadBytes) {
    super();
    this.#read = read;
  }

  override _readStreamForRange(from: number, to: number): Readable {
    return Readable.from(this.#read(from, to), { objectMode: false });
  }
}

const broken = (error: unknown): BrokenFile =>
  error instanceof BrokenFile ? error : new BrokenFile('archive', { cause: error });

/** An opened archive. Sizes are checked against declared ones, and those against a ratio. */
export class Zip {
  readonly #file: yauzl.ZipFile;
  readonly #entries: ReadonlyMap<string, yauzl.Entry>;

  private constructor(file: yauzl.ZipFile, entries: ReadonlyMap<string, yauzl.Entry>) {
    this.#file = file;
    this.#entries = entries;
  }

  /** @throws BrokenFile */
  static async open(read: ReadBytes, size: number): Promise<Zip> {
    try {
      const file = await new Promise<yauzl.ZipFile>((resolve, reject) => {
        yauzl.fromRandomAccessReader(
          new Bytes(read),
          size,
          { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true },
          (error, opened) => (error ? reject(error) : resolve(opened)),
        );
      });
      return new Zip(file, await entriesOf(file));
    } catch (error) {
      throw broken(error);
    }
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Yields the unpacked bytes of a part. @throws BrokenFile */
  async *read(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name);
    if (!entry) throw new BrokenFile('archive');
    try {
      const stream = await new Promise<Readable>((resolve, reject) => {
        this.#file.openReadStream(entry, (error, opened) =>
          error ? reject(error) : resolve(opened),
        );
      });
      for await (const chunk of stream) yield chunk as Buffer;
    } catch (error) {
      throw broken(error);
    }
  }
}

function entriesOf(file: yauzl.ZipFile): Promise<ReadonlyMap<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>();
  let [count, unpacked, described] = [0, 0, 0];
  return new Promise((resolve, reject) => {
    file.on('error', reject);
    file.on('end', () => resolve(entries));
    file.on('entry', (entry: yauzl.Entry) => {
      count++;
      unpacked += entry.uncompressedSize;
      described += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      const most = Math.max(MIN_UNPACKED, entry.compressedSize * MAX_RATIO);
      const isLarge = entry.uncompressedSize > most || unpacked > MAX_UNPACKED;
      if (isLarge || count > MAX_ENTRIES || described > MAX_DESCRIBED)
        return reject(new BrokenFile('archive-too-large'));
      entries.set(entry.fileName, entry);
      file.readEntry();
    });
    file.readEntry();
  });
}
