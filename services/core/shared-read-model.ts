import { setTimeout as sleep } from 'node:timers/promises';
import type { Checkpoint, CollectionSpec, Doc, Find, Found, ProjectionWrite, ReadModel } from './ports/read-model.ts';

/** How often it is asked whether another process has written, in milliseconds. */
const LOOK_MS = 10;

/**
 * A read model that one process writes and all read. In the others `apply` resolves when the one has written as much: then the same code
 * that writes there tells sockets and forgets what is kept at hand here, and takes over where the other stopped.
 */
export class SharedReadModel implements ReadModel {
  readonly #model: ReadModel;
  readonly #isWriter: () => boolean;
  #isOpen = true;

  /** @param isWriter whether this process is the one now; two at once for a moment do no harm */
  constructor(model: ReadModel, isWriter: () => boolean) {
    this.#model = model;
    this.#isWriter = isWriter;
  }

  async apply(writes: readonly ProjectionWrite[]): Promise<void> {
    while (!this.#isWriter()) {
      if (await this.#isWritten(writes)) return;
      if (!this.#isOpen) throw new Error('the read model is closed');
      await sleep(LOOK_MS);
    }
    await this.#model.apply(writes);
  }

  /** Left to the one that builds it again. */
  async reset(projection: string): Promise<void> {
    if (this.#isWriter()) await this.#model.reset(projection);
  }

  define(specs: readonly CollectionSpec[]): Promise<void> {
    return this.#model.define(specs);
  }

  checkpoint(projection: string): Promise<Checkpoint | undefined> {
    return this.#model.checkpoint(projection);
  }

  get<D extends Doc = Doc>(collection: string, id: string, partition?: string): Promise<D | undefined> {
    return this.#model.get<D>(collection, id, partition);
  }

  find<D extends Doc = Doc>(query: Find): Promise<Found<D>> {
    return this.#model.find<D>(query);
  }

  logIdentity(): Promise<string | undefined> {
    return this.#model.logIdentity();
  }

  bindLog(identity: string): Promise<void> {
    return this.#model.bindLog(identity);
  }

  /** Who still waits for another's writing stops. */
  stop(): void {
    this.#isOpen = false;
  }

  close(): Promise<void> {
    this.stop();
    return this.#model.close();
  }

  async #isWritten(writes: readonly ProjectionWrite[]): Promise<boolean> {
    for (const { projection, version, checkpoint } of writes) {
      const kept = await this.#model.checkpoint(projection);
      if (!kept || kept.version !== version || kept.position < checkpoint) return false;
    }
    return true;
  }
}
