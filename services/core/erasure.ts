import { accountDeleted } from '@hzm/contracts/features/accounts/events';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import type { DataOf } from '@hzm/contracts/core/event';
import type { KeyVault } from './ports/key-vault.ts';
import type { Handled } from './projector.ts';

/** When a project or a person is deleted, the key of what they said goes: their history can never be read again. */
export const erasure = (vault: KeyVault, failed: (error: unknown) => void) => (batch: readonly Handled[]): void => {
  for (const { event: { type, data } } of batch) {
    if (type === projectDeleted.type) vault.destroy(`project:${(data as DataOf<typeof projectDeleted>).projectId}`).catch(failed);
    if (type === accountDeleted.type) vault.destroy(`account:${(data as DataOf<typeof accountDeleted>).accountId}`).catch(failed);
  }
};
