import type { EventDefinition } from '@hzm/contracts/core/event';
import type { KeyVault } from './ports/key-vault.ts';
import { scopeOf } from './ports/scope.ts';
import type { ProjectedEvent, Reactor } from './projector-parts.ts';
import type { StreamStates } from './stream-states.ts';

/** The types of events that destroy a key. */
export const shreddingTypes = (definitions: readonly EventDefinition[]): ReadonlySet<string> =>
  new Set(definitions.filter(({ shreds }) => shreds).map(({ type }) => type));

/**
 * Crypto-shredding: an event that is defined to shred destroys the key of its project or account,
 * so that what they said can never be read again.
 */
export const cryptoShredder = (
  vault: KeyVault,
  definitions: readonly EventDefinition[],
): Reactor => ({
  types: shreddingTypes(definitions),
  react: async ({ data }) => {
    const scope = scopeOf(data);
    if (scope !== undefined) await vault.destroy(scope);
  },
});

/** Removes the states of shredded projects and accounts from memory. */
export function forgetting(
  states: StreamStates,
  definitions: readonly EventDefinition[],
): (batch: readonly ProjectedEvent[]) => void {
  const types = shreddingTypes(definitions);
  return batch => {
    for (const {
      event: { type, data },
    } of batch) {
      const scope = types.has(type) ? scopeOf(data) : undefined;
      if (scope !== undefined) states.forget(scope.slice(scope.indexOf(':') + 1));
    }
  };
}
