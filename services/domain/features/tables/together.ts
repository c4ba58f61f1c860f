import type { DomainEvent } from '@hzm/contracts/core/event';
import { Problem } from '@hzm/contracts/core/problem';
import type { Decision } from '@hzm/services/core/commands/decider';
import { schema, type Schema } from './schema.ts';

/** Decides several changes of a schema one after another, all or nothing. */
export function together(state: Schema, changes: readonly ((s: Schema) => Decision)[]): Decision {
  const events: DomainEvent[] = [];
  let now = state;
  for (const change of changes) {
    const decision = change(now);
    if (decision instanceof Problem) return decision;
    events.push(...decision);
    now = decision.reduce((s, event) => schema.evolve(s, event), now);
  }
  return events;
}
