import type { Field } from '@hzm/contracts/features/tables/table';
import type { ValueClock } from '../tables/value-clock.ts';

/** A table that an endpoint names, with its fields as they are now. */
export interface EndpointTable {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly fields: readonly Field[];
  readonly byId: ReadonlyMap<string, Field>;
  readonly clock: ValueClock;
}

type Bare = Pick<EndpointTable, 'id' | 'projectId' | 'name' | 'clock'>;

/** A table with these fields. */
export const endpointTable = (
  { id, projectId, name, clock }: Bare,
  fields: readonly Field[],
): EndpointTable => ({
  id,
  projectId,
  name,
  clock,
  fields,
  byId: new Map(fields.map(field => [field.id, field])),
});
