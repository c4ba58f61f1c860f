import { LINK_ACTOR } from '@hzm/contracts/core/event';
import { memberOf, type Json, type JsonObject } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import type { WriteAction } from '@hzm/contracts/features/custom-endpoints/definition';
import { ANSWERS_PER_MINUTE } from '@hzm/contracts/features/widgets/embed';
import { LINK_USES_PER_MINUTE } from '@hzm/contracts/features/widgets/personal-link';
import type { FormSettings } from '@hzm/contracts/features/widgets/settings';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { widgetDocs } from '@hzm/projections/features/widgets/widgets';
import type { Context, Result } from '@hzm/services/core/engine';
import type { KeyVault } from '@hzm/services/core/ports/key-vault';
import { idOfLinkToken, newLinkToken } from '@hzm/services/core/security/link-token';
import { sameSecret } from '@hzm/services/core/security/same-secret';
import type { EndpointTable } from '../../custom-endpoints/table.ts';
import { writeRow } from '../../custom-endpoints/write-row.ts';
import { rowDoc } from '../../rows/snapshot.ts';
import { shownTable } from '../data.ts';
import { openWidget } from '../embed/embed.ts';
import { givenIn, ofForm, type Sent } from '../embed/submit.ts';
import { isOfOwner, personalLink } from './personal-link.ts';

export const linkStream = (linkId: string): string => `personal-link-${linkId}`;

/** Returns the token of a link. It follows from the vault's pepper, and nothing of it is kept. */
export const linkToken = (
  { pepper }: Pick<KeyVault, 'pepper'>,
  linkId: string,
  tokenId: string,
): string => newLinkToken(linkId, { key: pepper, text: `personal link ${tokenId}` }).text;

/** A row that a personal link opens, with the form that it is shown in. */
interface LinkedRow {
  readonly linkId: string;
  readonly rowId: string;
  readonly settings: FormSettings;
  readonly table: EndpointTable;
  readonly version: number;
  /** Values of the form's fields by their ids. */
  readonly values: JsonObject;
}

/** One answer for every link that opens nothing, so that nobody learns which links there are. */
const gone = (): Problem => new Problem('NOT_FOUND', { text: 'personal-link-gone' });

/**
 * Opens a personal link by its own stream, which is never behind.
 * @throws Problem NOT_FOUND, RATE_LIMIT_EXCEEDED; to whoever has a valid link also CONFLICT,
 * API_ACCESS_DISABLED, ACCOUNT_DISABLED
 */
async function linkedRow(
  { engine, limit }: Context,
  widgetId: string,
  token: string,
): Promise<LinkedRow> {
  await limit('personal-links', LINK_USES_PER_MINUTE);
  const linkId = idOfLinkToken(token);
  const link = await engine.executor.load(linkStream(linkId), personalLink);
  const isRight = sameSecret(token, linkToken(engine.vault, linkId, link?.tokenId ?? ''));
  if (!link || !isRight || link.isRevoked || link.widgetId !== widgetId) throw gone();
  if (Date.parse(link.expiresAt) <= engine.now().getTime()) throw gone();
  const project = await engine.model.get(projectDocs, link.projectId);
  if (!project || !isOfOwner(link, project)) throw gone();
  if (!(await engine.model.get(widgetDocs, widgetId))) throw gone();
  const { settings, table } = await shownTable(engine, await openWidget(engine, widgetId));
  if (settings.type !== 'form' || table.id !== link.tableId) throw gone();
  const { rowId } = link;
  const row = await rowDoc(engine, table.id, rowId);
  if (!row) throw gone();
  const values = Object.fromEntries(
    settings.fields.map(({ field }) => [field, memberOf(row.values, field) ?? null]),
  );
  return { linkId, rowId, settings, table, version: row.version, values };
}

/** Answers the values of a personal link's row, of the form's fields alone. @throws as above */
export async function opened(
  context: Context,
  widgetId: string,
  token: string,
): Promise<Result<{ values: JsonObject }>> {
  const { values, version } = await linkedRow(context, widgetId, token);
  return { data: { values }, version };
}

/** Tells of a row that has changed with the values of the form's fields alone. */
function ofLink(error: unknown, { settings, table }: LinkedRow): unknown {
  if (!(error instanceof Problem)) return error;
  if (error.code === 'NOT_FOUND') return gone();
  if (error.code !== 'VERSION_MISMATCH')
    return ofForm(error, name => table.fields.find(field => field.name === name)?.id);
  const { current = {} } = (error.data ?? {}) as { readonly current?: JsonObject };
  const values = Object.fromEntries(
    settings.fields.map(({ field }) => [
      field,
      memberOf(current, table.byId.get(field)!.name) ?? null,
    ]),
  );
  return new Problem('VERSION_MISMATCH', {
    text: 'personal-link-row-changed',
    data: { current: { values } },
  });
}

/**
 * Changes the row of a personal link, judged as in the grid, in the name of the link.
 * @throws Problem as above; VALIDATION_ERROR, VERSION_MISMATCH
 */
export async function usedLink(
  context: Context,
  widgetId: string,
  { token, values, website }: Sent & { readonly token: string },
): Promise<Result<{ thanks: string }>> {
  const linked = await linkedRow(context, widgetId, token);
  context.request.right?.also(() => linkedRow(context, widgetId, token));
  const { linkId, rowId, settings, table } = linked;
  await context.limit(linkId, ANSWERS_PER_MINUTE);
  const answer = { data: { thanks: settings.thanks } };
  if (website !== '') return answer;
  const given: ReadonlyMap<string, Json> = givenIn(settings, table, values);
  const action: WriteAction = {
    kind: 'update',
    tableId: table.id,
    key: { field: 'id', value: { constant: rowId } },
    values: Object.keys(values).map(field => ({ field, value: { parameter: `f${field}` } })),
    fields: settings.fields,
  };
  const request = { ...context.request, actor: `${LINK_ACTOR}${linkId}` };
  const { position, version } = await writeRow(
    { ...context, request },
    table,
    action,
    given,
    false,
  ).catch((error: unknown) => {
    throw ofLink(error, linked);
  });
  return { ...answer, position, ...(version !== undefined && { version }) };
}
