import type { KeyVault } from './ports/key-vault.ts';
import type { Handled } from './projector.ts';

/** When a project or a person is deleted, the key of what they said goes: their history can never be read again. */
export const erasure = (vault: KeyVault, failed: (error: unknown) => void) => (batch: readonly Handled[]): void => {
  for (const { event: { type, data } } of batch) {
    const scope = type === 'project-deleted' ? `project:${String(data['projectId'])}` : type === 'account-deleted' ? `account:${String(data['accountId'])}` : undefined;
    if (scope !== undefined) vault.destroy(scope).catch(failed);
  }
};
