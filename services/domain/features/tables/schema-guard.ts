import { Problem } from '@hzm/contracts/core/problem';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { Engine } from '@hzm/services/core/engine';

/** A change of a table that is asked for. `fields`: as they would be; undefined: the table goes. */
export interface SchemaChange {
  readonly table: { readonly id: string; readonly projectId: string };
  readonly fields: readonly Field[] | undefined;
}

/**
 * A feature's objection to a change of a table that would break something of its own; undefined if
 * it has none. `force` overrules it.
 */
export type SchemaGuard = (
  engine: Pick<Engine, 'model' | 'now'>,
  change: SchemaChange,
) => Promise<Problem | undefined>;

/** Joins objections, so that one refusal lists all that would break. */
export function joined(objections: readonly (Problem | undefined)[]): Problem | undefined {
  const all = objections.filter(one => one !== undefined);
  const [first] = all;
  return first && all.length > 1
    ? new Problem(first.code, {
        text: first.text,
        data: Object.assign({}, ...all.map(({ data }) => data)) as unknown,
      })
    : first;
}
