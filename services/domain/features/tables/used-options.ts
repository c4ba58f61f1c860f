import { Problem } from '@hzm/contracts/core/problem';
import type { Field } from '@hzm/contracts/features/tables/table';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import type { Context } from '@hzm/services/core/engine';

/** Maximum rows that are counted. */
const MAX_COUNTED = 1_000;

/**
 * Refuses to delete options that rows have, whose values would be none of the field's; merging or
 * retiring keeps them.
 * @throws Problem CONFLICT with the number of rows, `1000` if there may be more
 */
export async function refuseUsed(
  { engine, source }: Pick<Context, 'engine' | 'source'>,
  tableId: string,
  before: Field,
  after: Field,
): Promise<void> {
  if (before.type !== after.type) return;
  const kept = new Set(
    (after.validation.options ?? []).flatMap(({ id, merged = [] }) => [id, ...merged]),
  );
  const gone = (before.validation.options ?? []).filter(({ id }) => !kept.has(id));
  if (gone.length === 0) return;
  const { total = 0 } = await engine.lists.run(source, () =>
    engine.model.find({
      collection: rowDocs,
      partition: tableId,
      where: [{ path: `values.${before.id}`, op: 'has', values: gone.map(({ id }) => id) }],
      limit: 1,
      bytes: { most: 1 },
      count: { upTo: MAX_COUNTED },
      by: source.account,
    }),
  );
  if (total > 0)
    throw new Problem('CONFLICT', {
      text: { key: 'options-used', values: { count: total } },
      data: { options: gone.map(({ id, name }) => ({ id, name })), rows: total },
    });
}
