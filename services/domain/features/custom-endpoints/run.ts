import { memberOf, type JsonObject } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import type {
  EndpointDefinition,
  SentParameters,
} from '@hzm/contracts/features/custom-endpoints/definition';
import type { Context, Result } from '@hzm/services/core/engine';
import { computed } from './aggregate.ts';
import { givenParameters } from './parameters.ts';
import { readRows, type Paging } from './read-rows.ts';
import type { EndpointTable } from './table.ts';
import { writeRow } from './write-row.ts';

const MAX_CURSOR_LENGTH = 12_000;

/**
 * Returns the page that a call asks for.
 * @throws Problem VALIDATION_ERROR
 */
function pagingOf({ action }: EndpointDefinition, { query }: SentParameters): Paging {
  const most = action.kind === 'rows' ? action.limit : 0;
  if (action.kind !== 'rows' || !action.paged) return { limit: most, cursor: undefined };
  const [limit = String(most), cursor] = [memberOf(query, 'limit'), memberOf(query, 'cursor')];
  const asked = Number(limit);
  if (!Number.isInteger(asked) || asked < 1 || asked > most)
    throw new Problem('VALIDATION_ERROR', {
      details: [
        { path: 'query.limit', message: { key: 'endpoint-page-limit', values: { limit: most } } },
      ],
    });
  if (cursor !== undefined && (typeof cursor !== 'string' || cursor.length > MAX_CURSOR_LENGTH))
    throw new Problem('VALIDATION_ERROR', {
      details: [{ path: 'query.cursor', message: { key: 'cursor-unknown' } }],
    });
  return { limit: asked, cursor };
}

/**
 * Does what a definition says that fits these tables. @param dry what would be written is not
 * @throws Problem if the sent values do not fit, or if rows refuse them
 */
export async function run(
  context: Context,
  definition: EndpointDefinition,
  tables: ReadonlyMap<string, EndpointTable>,
  sent: SentParameters,
  { dry }: { readonly dry: boolean },
): Promise<Result<JsonObject>> {
  const { action } = definition;
  const table = tables.get(action.tableId)!;
  const given = givenParameters(
    definition,
    sent,
    action.kind === 'rows' && action.paged ? ['limit', 'cursor'] : [],
  );
  switch (action.kind) {
    case 'rows':
      return readRows(context, table, action, given, pagingOf(definition, sent));
    case 'aggregate':
      return { data: await computed(context, table, action, given) };
    default:
      return writeRow(context, table, action, given, dry);
  }
}
