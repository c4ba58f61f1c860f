import type { EventDefinition } from '@hzm/contracts/core/event';
import type { StreamStates } from '../commands/stream-states.ts';
import type { KeyVault } from '../ports/key-vault.ts';
import { scopeOf } from '../ports/scope.ts';
import type { ProjectedEvent, Reactor } from '../projecting/projector-parts.ts';

/** Returns the types of events that destroy a key. */
export const shreddingTypes = (definitions: readonly EventDefinition[]): ReadonlySet<string> =>
  new Set(definitions.filter(({ shreds }) => shreds).map(({ type }) => type));

/**
 * Destroys the key of a project or account on a shredding event, so that its data can never be read
 * again.
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

/** Evicts the states of shredded projects and accounts. */
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
