import { setImmediate } from 'node:timers/promises';
import { newId } from '@hzm/contracts/core/ids';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { projections } from '@hzm/projections/registry';
import { CommandExecutor } from '@hzm/services/core/commands/command-executor';
import type { Request } from '@hzm/services/core/commands/request';
import { requestIndex } from '@hzm/services/core/commands/request-index';
import type { Codec } from '@hzm/services/core/events/codec';
import type { EventStore, StoredEvent } from '@hzm/services/core/ports/event-store';
import { Projector } from '@hzm/services/core/projecting/projector';
import type { RowSources } from '@hzm/services/domain/features/rows/snapshot';

export const someRequest = (more: Partial<Request> = {}): Request => ({
  actor: 'a',
  id: newId(),
  repeatable: false,
  digest: '',
  ...more,
});

/** A process on a log that others write, too, with views of its own. */
export class Process {
  readonly sources: RowSources;
  #isAlive = true;

  private constructor(sources: RowSources) {
    this.sources = sources;
  }

  /** @param turns how many turns of the event loop each call of the log waits, at both ends */
  static async start(
    log: EventStore,
    codec: Codec,
    turns: () => number = () => 0,
  ): Promise<Process> {
    const store = slowed(log, turns, () => process.#isAlive);
    const model = new MemoryReadModel();
    const projector = new Projector({ store, model, codec, projections });
    const process: Process = new Process({
      store,
      model,
      codec,
      projector,
      executor: new CommandExecutor(store, codec, requestIndex(model, projector)),
    });
    await projector.start();
    return process;
  }

  /** From now on nothing of it reaches the log. */
  die(): void {
    this.#isAlive = false;
  }

  close(): Promise<void> {
    return this.sources.projector.close();
  }
}

function slowed(log: EventStore, turns: () => number, isAlive: () => boolean): EventStore {
  const slow = async <T>(call: () => Promise<T>): Promise<T> => {
    for (let left = turns(); left > 0; left--) await setImmediate();
    if (!isAlive()) throw new Error('this process is dead');
    const answer = await call();
    for (let left = turns(); left > 0; left--) await setImmediate();
    return answer;
  };
  return {
    append: (...told) => slow(() => log.append(...told)),
    readStream: (...told) => slow(() => log.readStream(...told)),
    readAll: told => slow(() => log.readAll(told)),
    head: () => slow(() => log.head()),
    eventIdAt: position => slow(() => log.eventIdAt(position)),
    identity: () => log.identity(),
    size: () => log.size(),
    close: async () => undefined,
    async *subscribe(after, signal): AsyncGenerator<readonly StoredEvent[]> {
      for await (const batch of log.subscribe(after, signal)) yield await slow(async () => batch);
    },
  };
}
