import type { DomainEvent } from '@hzm/contracts/core/event';
import { accountRegistered } from '@hzm/contracts/features/accounts/events';
import { projectCreated } from '@hzm/contracts/features/projects/events';
import { MemoryEventStore } from '@hzm/infra/event-store/memory/memory-event-store';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { projections } from '@hzm/projections/registry';
import { CommandExecutor } from '@hzm/services/core/commands/command-executor';
import { decider } from '@hzm/services/core/commands/decider';
import { requestIndex } from '@hzm/services/core/commands/request-index';
import type { Engine } from '@hzm/services/core/engine';
import type { ReadModel } from '@hzm/services/core/ports/read-model';
import { Projector } from '@hzm/services/core/projecting/projector';
import { newCodec, newVault } from './fixtures.ts';
import { someRequest } from './processes.ts';

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

const nothing = decider<null>(null, () => []);

/** Appends events to a stream as they are, without a decision. */
export const appendFacts = (
  { executor }: Engine,
  actor: string,
  stream: string,
  facts: readonly DomainEvent[],
): ReturnType<CommandExecutor['execute']> =>
  executor.execute(someRequest({ actor }), { stream, decider: nothing, decide: () => facts });

/** The registration of an account on a plan of two projects and a GiB. */
export const newAccount = (accountId: string, name = 'Ada'): DomainEvent =>
  accountRegistered({
    accountId,
    name,
    email: `${name.toLowerCase()}@example.com`,
    passwordHash: '',
    isAdmin: false,
    subscriptionType: 'free',
    maxProjects: 2,
    maxTables: 5,
    maxStorage: 2 ** 30,
  });

/** The creation of a project without tables. */
export const newProject = (ownerId: string, projectId: string): DomainEvent =>
  projectCreated({
    projectId,
    ownerId,
    name: 'Stok',
    description: '',
    apiKey: 'k',
    apiKeyPassword: 'p',
    keyType: 'project',
    parentProjectId: null,
    tableCount: 0,
    widgetCount: 0,
  });
