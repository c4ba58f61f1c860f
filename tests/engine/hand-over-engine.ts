import { MemoryEventStore } from '@hzm/infra/event-store/memory/memory-event-store';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { projections } from '@hzm/projections/registry';
import { CommandExecutor } from '@hzm/services/core/commands/command-executor';
import { requestIndex } from '@hzm/services/core/commands/request-index';
import type { Engine } from '@hzm/services/core/engine';
import type { ReadModel } from '@hzm/services/core/ports/read-model';
import { Projector } from '@hzm/services/core/projecting/projector';
import { newCodec, newVault } from './fixtures.ts';

/**
 * An engine in memory for commands on accounts and projects, with a clock of its own.
 * @param beside the engine of another process on the same log and keys
 * @param model the read model, in memory unless given
 */
export async function handOverEngine(
  now: () => Date,
  beside?: Engine,
  model: ReadModel = new MemoryReadModel(),
): Promise<{ engine: Engine; close: () => Promise<void> }> {
  const store = beside?.store ?? new MemoryEventStore();
  const vault = beside?.vault ?? newVault();
  const codec = newCodec(vault);
  const projector = new Projector({ store, model, codec, projections });
  const engine = {
    store,
    vault,
    model,
    codec,
    projector,
    executor: new CommandExecutor(store, codec, requestIndex(model, projector), { now }),
    now,
  } as unknown as Engine;
  await projector.start();
  return {
    engine,
    close: async () => {
      await projector.close();
      if (!beside) await vault.close();
    },
  };
}
