import { JsonList } from '@hzm/services/core/ports/json-list';
import { LARGE_DOCUMENT_BYTES, readLarge } from '@hzm/services/core/ports/large-document';
import { claimant } from '@hzm/services/core/ports/memory';
import type {
  Checkpoint,
  Collection,
  CollectionSpec,
  Doc,
  Find,
  Found,
  LastEvent,
  ProjectionWrite,
  ReadModel,
} from '@hzm/services/core/ports/read-model';
import { Unavailable } from '@hzm/services/core/ports/unavailable';
import { isDamage } from '../../sqlite/damage.ts';
import { isTransient } from '../../sqlite/failure.ts';
import { RestartingThread } from '../../sqlite/restarting-thread.ts';
import { ThreadEnded, type Thread } from '../../sqlite/thread.ts';
import type { WorkerHost } from '../../sqlite/worker-host.ts';
import { decodeCursor } from '../cursor.ts';
import { sourceOf } from '../page-time.ts';
import { documentBytes } from './document-bytes.ts';
import { documentOf, type DocumentRow } from './document.ts';
import type { Page } from './documents.ts';
import { KeptDocuments } from './kept-documents.ts';
import { keepPage, pageKept } from './kept-pages.ts';
import { isLong, LongPages } from './long-pages.ts';
import type { Views } from './open.ts';
import type { Partition } from './partition.ts';
import { ReadTurns } from './read-turns.ts';
import { findIn } from './sqlite-find.ts';
import type { Statements } from './statements.ts';
import { storedId } from './stored.ts';
import { ViewsReader } from './views-reader.ts';
import type { ViewsCalls } from './views-thread.ts';

/** Rows from which a partition has indexes; a full read below takes less than a millisecond. */
const INDEX_FROM = 2000;
/** Rows from which a full read of a partition runs in the thread for long pages. */
const LONG_FROM = 2000;

interface Options {
  readonly indexFrom?: number;
  readonly longFrom?: number;
  readonly pageTimes?: ConstructorParameters<typeof LongPages>[2];
  /** Called with the error when a damaged file was set aside and replaced by an empty one. */
  readonly damaged?: (error: unknown) => void;
  /** Called with the reason when the writer thread ends; the next write restarts it. */
  readonly ended?: (error: unknown) => void;
  /** The writer thread, if it is shared with other files. */
  readonly host?: WorkerHost;
}

const REPLACED = 'the file was damaged and is filled again';

/**
 * Documents in one SQLite file, for one process. A worker thread writes it (`views-thread.ts`), so
 * callers wait for no disk, index or merge; reads use a read-only connection here. `apply` resolves
 * once its writes are readable.
 */
export class SqliteReadModel implements ReadModel {
  readonly #file: string;
  readonly #indexFrom: number;
  readonly #longFrom: number;
  readonly #damaged: (error: unknown) => void;
  readonly #specs = new Map<string, CollectionSpec>();
  readonly #thread: RestartingThread<ViewsCalls>;
  readonly #longPages: LongPages;
  readonly #turns = new ReadTurns();
  #reader: ViewsReader | undefined;
  /** Number of erasures so far; pages found before one are not cached after it. */
  #forgotten = 0;
  /** Whether the file is damaged and not replaced yet. */
  #isDamaged = false;
  #replacing: Promise<void> | undefined;
  /** Whether the file has replaced a damaged one and is not defined yet. */
  #isNew = false;
  #isClosed = false;
  #room: Promise<void> | undefined;

  private constructor(file: string, options: Options) {
    const {
      indexFrom = INDEX_FROM,
      longFrom = LONG_FROM,
      damaged = () => undefined,
      ended = () => undefined,
    } = options;
    this.#file = file;
    this.#indexFrom = indexFrom;
    this.#longFrom = longFrom;
    this.#damaged = damaged;
    this.#thread = new RestartingThread(
      new URL('views-thread.ts', import.meta.url),
      { told: erases => (erases === true ? this.#forget() : this.#reader?.release()), ended },
      thread => this.#open(thread),
      options.host,
    );
    this.#longPages = new LongPages(() => this.#opening, ended, options.pageTimes);
  }

  /** @param file created when absent @throws Error that names the file */
  static async open(file: string, options: Options = {}): Promise<SqliteReadModel> {
    const model = new SqliteReadModel(file, options);
    try {
      await model.#begun();
      model.#reader = new ViewsReader(file, model.#indexFrom);
    } catch (error) {
      if (!isDamage(error)) {
        await model.close();
        throw error;
      }
      model.#damage(error);
      await model.#whole();
      model.#isNew = false;
    }
    return model;
  }

  async define(specs: readonly CollectionSpec[]): Promise<void> {
    await this.#write('define', specs);
    for (const spec of specs) {
      this.#specs.set(spec.name, spec);
      this.#reader?.catalog.know(spec);
    }
    await this.#longPages.close();
    this.#isNew = false;
  }

  async apply(writes: readonly ProjectionWrite[], last?: LastEvent): Promise<void> {
    this.#mustHold();
    await this.#room;
    const isMuch = await this.#write('apply', { writes, last }, () => this.#mustHold());
    // Runs in the background. The next write meets the same obstacle and reports it.
    if (isMuch) this.#room = this.#makeRoom().catch(() => undefined);
  }

  async checkpoints(projections: readonly string[]): Promise<ReadonlyMap<string, Checkpoint>> {
    await this.#whole();
    return this.#read(
      ({ catalog }) =>
        new Map(
          projections.flatMap(projection => {
            const checkpoint = catalog.checkpoint(projection);
            return checkpoint ? [[projection, checkpoint]] : [];
          }),
        ),
    );
  }

  async reset(projection: string): Promise<void> {
    await this.#write('reset', projection);
  }

  async retain(collections: readonly string[]): Promise<void> {
    for (const name of this.#specs.keys())
      if (!collections.includes(name)) this.#specs.delete(name);
    await this.#write('retain', collections);
  }

  async get<D extends Doc>(
    { name }: Collection<D>,
    id: string,
    partition = '',
  ): Promise<D | undefined> {
    const read = this.#readDocument(name, partition, id, LARGE_DOCUMENT_BYTES);
    if (typeof read !== 'number') return read as D | undefined;
    return readLarge(
      read,
      () => this.#readDocument(name, partition, id, Infinity) as D | undefined,
    );
  }

  /** Returns a document, or its size in bytes if that is larger than `most`. */
  #readDocument(
    name: string,
    partition: string,
    id: string,
    most: number,
  ): Doc | number | undefined {
    this.#mustHold();
    return this.#read(({ statements, catalog }) => {
      catalog.layout(name);
      const found = catalog.partition(name, partition);
      if (!found || found.state.width === 0) return undefined;
      const from = `FROM ${found.table} WHERE id = ?`;
      const key = storedId(id);
      // The size precedes the text, so a long text is not read to be passed by.
      const row = statements.row<DocumentRow>(
        `SELECT ${found.layout.documentColumns} ${from} AND octet_length(doc) <= ?`,
        key,
        most,
      );
      if (row) return documentOf(found.layout, row);
      return statements.row<[number]>(`SELECT octet_length(doc) ${from}`, key)?.[0];
    });
  }

  async find<D extends Doc>(query: Find<D>): Promise<Found<D>> {
    this.#mustHold();
    const { found, ...at } = await this.#turns.run(sourceOf(query), () => this.#findShort(query));
    return (found ?? (await this.#findLong(query, at))) as Found<D>;
  }

  /** Finds a short page, or tells where a long one is to be found. */
  #findShort(query: Find): {
    readonly statements: Statements;
    readonly partition: Partition | undefined;
    readonly found: Found | undefined;
  } {
    const { name } = query.collection;
    return this.#read(({ statements, catalog }) => {
      catalog.layout(name);
      const partition = catalog.partition(name, query.partition ?? '');
      const kept = pageKept(statements, partition, query);
      const bytes = (of: Partition): number => documentBytes(statements, of);
      if (kept || isLong(partition, this.#longFrom, query, bytes))
        return { statements, partition, found: kept };
      const page = findIn(statements, partition, query, true);
      const short = page && this.#foundOf(page);
      if (short) keepPage(statements, partition, query, short);
      return { statements, partition, found: short };
    });
  }

  /**
   * Finds a page in the thread for long pages. @param at the state before the search: the page is
   * cached only if the state is unchanged
   */
  async #findLong(
    query: Find,
    {
      statements,
      partition,
    }: { readonly statements: Statements; readonly partition: Partition | undefined },
  ): Promise<Found> {
    if (query.cursor !== undefined) decodeCursor(query.sort, query.cursor);
    const forgotten = this.#forgotten;
    try {
      const found = this.#foundOf(await this.#longPages.find(query, () => this.#mustHold()));
      // An erasure meanwhile forbids caching.
      if (!found.json && forgotten === this.#forgotten)
        keepPage(statements, partition, query, found);
      return found;
    } catch (error) {
      throw this.#failure(error);
    }
  }

  async logIdentity(): Promise<string | undefined> {
    await this.#whole();
    return this.#read(({ catalog }) => catalog.fact('log'));
  }

  async lastEvent(): Promise<LastEvent | undefined> {
    await this.#whole();
    return this.#read(({ catalog }) => catalog.lastEvent());
  }

  async bindLog(identity: string): Promise<void> {
    await this.#write('bindLog', identity);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#replacing?.catch(() => undefined);
    this.#reader?.close();
    await this.#longPages.close();
    // All readers are closed, so this truncates the log, too.
    await this.#thread.close();
  }

  #foundOf(found: Page): Found {
    if ('docs' in found) return found;
    if ('shown' in found) {
      const { shown, ...more } = found;
      claimant()?.claim(shown.bytes.reduce((sum, { length }) => sum + length, 0));
      return { ...more, docs: [], json: new JsonList(shown.bytes, shown.length) };
    }
    const { json, ...more } = found;
    return Object.assign(new KeptDocuments(json, error => this.#failure(error)), more);
  }

  #forget(): void {
    this.#forgotten++;
    this.#reader?.forget();
  }

  /** Returns the writer thread with the file open, restarting it if it has exited. */
  #begun(): Promise<Thread<ViewsCalls>> {
    if (this.#isClosed) throw new Unavailable('closed');
    return this.#thread.begun();
  }

  /** Opens the file in a new thread, which also replaces a damaged one. */
  async #open(thread: Thread<ViewsCalls>): Promise<void> {
    if (this.#isDamaged) return;
    try {
      await thread.ask('open', this.#opening);
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.#damage(error);
    }
  }

  get #opening() {
    return { file: this.#file, indexFrom: this.#indexFrom, specs: [...this.#specs.values()] };
  }

  /**
   * Queues a call. Each writer has one call in the thread, with bounded bytes
   * (`ports/byte-budget.ts`). @param check called last; if it throws, nothing is written
   */
  async #write<Name extends keyof ViewsCalls>(
    name: Name,
    argument: Parameters<ViewsCalls[Name]>[0],
    check: () => void = () => undefined,
  ): Promise<Awaited<ReturnType<ViewsCalls[Name]>>> {
    try {
      const thread = await this.#begun();
      await this.#whole();
      check();
      // Lets the log restart once all of it is in the file.
      this.#reader?.release();
      return await thread.ask(name, argument);
    } catch (error) {
      throw this.#failure(error);
    } finally {
      this.#reader?.release();
    }
  }

  /**
   * Checkpoints until the next transaction can restart the log. Concurrent writes only delay it.
   */
  async #makeRoom(): Promise<void> {
    while (await this.#write('move', undefined));
  }

  #read<T>(work: (views: Views) => T): T {
    try {
      if (!this.#reader) throw new Unavailable('closed');
      return this.#reader.read(work);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /** Maps an error to the one to throw, and handles damage. */
  #failure(error: unknown): unknown {
    if (error instanceof ThreadEnded)
      return new Unavailable('the thread that writes has ended', { cause: error });
    if (isTransient(error))
      return new Unavailable('the read model cannot be read or written now', { cause: error });
    if (!isDamage(error)) return error;
    this.#damage(error);
    return new Unavailable(REPLACED, { cause: error });
  }

  /** Rejects access until a replaced file is defined and refilled. @throws Unavailable */
  #mustHold(): void {
    if (this.#isNew) throw new Unavailable(REPLACED);
  }

  #damage(error: unknown): void {
    if (this.#isDamaged || this.#isClosed) return;
    this.#isDamaged = this.#isNew = true;
    // Closed before the replacement: the last connection to close a file removes the log with its
    // name.
    this.#reader?.close();
    this.#reader = undefined;
    this.#specs.clear();
    this.#damaged(error);
  }

  /** Resolves when the file is usable. @throws Unavailable */
  async #whole(): Promise<void> {
    while (this.#isDamaged)
      await (this.#replacing ??= this.#replace().finally(() => {
        this.#replacing = undefined;
      }));
  }

  async #replace(): Promise<void> {
    try {
      await this.#longPages.close();
      await (await this.#begun()).ask('replace', this.#opening);
      this.#reader = new ViewsReader(this.#file, this.#indexFrom);
      this.#isDamaged = false;
    } catch (error) {
      throw new Unavailable('the damaged file cannot be replaced now', { cause: error });
    }
  }
}
