import type { DataOf } from '@hzm/contracts/core/event';
import { accountDeleted } from '@hzm/contracts/features/accounts/events';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import type { KeyVault } from './ports/key-vault.ts';
import type { ProjectedEvent, Reactor } from './projector.ts';
import type { StreamStates } from './stream-states.ts';

/** When a project or a person is deleted, the key of what they said goes: their history can never be read again. */
export const cryptoShredder = (vault: KeyVault): Reactor => ({
  types: new Set([projectDeleted.type, accountDeleted.type]),
  react: async ({ type, data }) => {
    if (type === projectDeleted.type) await vault.destroy(`project:${(data as DataOf<typeof projectDeleted>).projectId}`);
    if (type === accountDeleted.type) await vault.destroy(`account:${(data as DataOf<typeof accountDeleted>).accountId}`);
  },
});

/** Then nothing of them stays in memory either. */
export const forgetting = (states: StreamStates) => (batch: readonly ProjectedEvent[]): void => {
  for (const { event: { type, data } } of batch) {
    if (type === projectDeleted.type) states.forget((data as DataOf<typeof projectDeleted>).projectId);
    if (type === accountDeleted.type) states.forget((data as DataOf<typeof accountDeleted>).accountId);
  }
};
