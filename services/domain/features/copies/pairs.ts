import { mirrorId } from '@hzm/services/core/commands/mirror-id';
import type { Engine } from '@hzm/services/core/engine';
import { schema, type Schema } from '../tables/schema.ts';
import { comparisonOf, transfers } from '../transfers/transfers.ts';

/** A table of the test environment with its live counterpart. */
export interface TablePair {
  readonly tableId: string;
  readonly name: string;
  readonly liveTableId: string;
  /** Live field ids by test field ids, for fields that both tables have. */
  readonly fields: ReadonlyMap<string, string>;
}

/**
 * Returns the tables that both projects have, in the order of the test environment, and its schema.
 */
export async function tablePairs(
  { executor }: Engine,
  testProjectId: string,
  liveProjectId: string,
): Promise<{ readonly pairs: readonly TablePair[]; readonly test: Schema }> {
  const { state: test } = await executor.look({
    stream: `schema-${testProjectId}`,
    decider: schema,
  });
  const { state: live } = await executor.look({
    stream: `schema-${liveProjectId}`,
    decider: transfers,
  });
  const compared = comparisonOf(live, {
    schema: test,
    mirror: id => mirrorId(id, testProjectId),
    newId: id => id,
  });
  const pairs = compared.flatMap(({ testTableId, tableId, before, after }): TablePair[] => {
    if (!before) return [];
    const liveIds = [...after.fields.keys()];
    const fields = new Map(
      [...test.get(testTableId)!.fields.keys()]
        .map((id, i) => [id, liveIds[i]!] as const)
        .filter(([, liveId]) => before.fields.has(liveId)),
    );
    return [{ tableId: testTableId, name: after.name, liveTableId: tableId, fields }];
  });
  return { pairs, test };
}
