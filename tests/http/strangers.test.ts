import type { Call } from '@hzm/contracts/core/call';
import { newId } from '@hzm/contracts/core/ids';
import { calls } from '@hzm/contracts/registry';
import { beforeAll, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, table } = serve();
const ids: Record<string, string> = {
  accountId: newId(),
  planId: newId(),
  campaignId: newId(),
  userId: newId(),
  invitationId: newId(),
  transferId: newId(),
  importId: newId(),
  lookId: newId(),
  linkId: newId(),
  fileId: newId(),
  entryId: newId(),
  token: 'a'.repeat(75),
  view: 'rows',
  domain: 'example.com',
};
let stranger: Headed;
let beforePublication = '';

/** A public project of somebody, with a row that was removed before it was public. */
beforeAll(async () => {
  await register('Admin');
  const { projectId, session } = await register('Ayse');
  ids['projectId'] = projectId;
  ids['tableId'] = await table(projectId, session, 'Ürünler', { ad: 'string' });
  ids['fieldId'] = (
    await ask('GET', `/tables/${projectId}/${ids['tableId']}/fields`, undefined, session)
  ).body.data.fields[0].id;
  const rows = `/data/table/${ids['tableId']}/rows`;
  // The main key's.
  ids['keyId'] = projectId;
  // Somebody's, or nobody's.
  ids['sessionId'] = projectId;
  ids['rowId'] = (await ask('POST', rows, { ad: 'Çay' }, session)).body.data.row.id;
  const { body, headers } = await ask('POST', rows, { ad: 'geri alındı' }, session);
  beforePublication = headers.get('x-position')!;
  await ask('DELETE', `${rows}/${body.data.row.id}`, undefined, session);
  const definition = {
    method: 'GET',
    path: 'urunler',
    action: { kind: 'rows', tableId: ids['tableId'], fields: [{ field: 'id', name: 'id' }] },
  };
  ids['endpointId'] = (
    await ask(
      'POST',
      `/custom-endpoints/project/${projectId}`,
      { name: 'Ürünler', definition },
      session,
    )
  ).body.data.endpoint.id;
  ids['widgetId'] = (
    await ask('POST', '/widgets', { projectId, name: 'Ürünler', type: 'table' }, session)
  ).body.data.widget.id;
  ids['viewId'] = (
    await ask(
      'POST',
      `/data/table/${ids['tableId']}/views`,
      { name: 'Çaylar', scope: 'everybody', settings: {} },
      session,
    )
  ).body.data.view.id;
  ids['requestId'] = (
    await ask(
      'POST',
      `/endpoint-requests/project/${projectId}`,
      { endpoint_name: 'Stok özeti', description: 'Depolara göre stok' },
      session,
    )
  ).body.data.id;
  const opened = (
    await ask(
      'POST',
      '/threads',
      { project_id: projectId, title: 'Stok', initialMessage: 'Çay yok' },
      session,
    )
  ).body.data;
  ids['threadId'] = opened.id;
  ids['messageId'] = (
    await ask('GET', `/threads/${opened.id}`, undefined, session)
  ).body.data.messages[0].id;
  // One's own, or nobody's.
  ids['attachmentId'] = projectId;
  await ask('PUT', `/projects/${projectId}`, { isPublic: true }, session);
  stranger = (await register('Yabanci')).session;
});

type Outcome = string | 200;
/**
 * The answers of each call about a public project to a visitor, and to an account without a role in
 * it. A new call decides here what strangers may. `asOf`: the call can look at the past. Bodies are
 * empty: `VALIDATION_ERROR` means that the call itself is allowed.
 */
const nobody = { anonymous: 'UNAUTHORIZED', signedIn: 'NOT_FOUND' } as const;
const known = { anonymous: 'UNAUTHORIZED', signedIn: 'FORBIDDEN' } as const;
const expected: Readonly<
  Record<
    string,
    {
      readonly anonymous: Outcome;
      readonly signedIn: Outcome;
      readonly asOf?: { readonly anonymous: Outcome; readonly signedIn: Outcome };
    }
  >
> = {
  // The rows as they are: for anybody. Their past, and who was there: for nobody.
  'list-rows': { anonymous: 200, signedIn: 200, asOf: known },
  'query-rows': { anonymous: 200, signedIn: 200, asOf: known },
  'summarize-rows': { anonymous: 200, signedIn: 200 },
  'find-anything': { anonymous: 'UNAUTHORIZED', signedIn: 'VALIDATION_ERROR' },
  'find-cells': { anonymous: 'VALIDATION_ERROR', signedIn: 'VALIDATION_ERROR' },
  'find-place': { anonymous: 200, signedIn: 200 },
  'get-row': { anonymous: 200, signedIn: 200, asOf: known },
  'export-rows': { anonymous: 200, signedIn: 200 },
  'list-cell-files': { anonymous: 'VALIDATION_ERROR', signedIn: 'VALIDATION_ERROR' },
  'get-cell-file': { anonymous: 'NOT_FOUND', signedIn: 'NOT_FOUND' },
  'get-cell-thumbnail': { anonymous: 'NOT_FOUND', signedIn: 'NOT_FOUND' },
  'list-candidates': { anonymous: 'NOT_FOUND', signedIn: 'NOT_FOUND' },
  'list-pointing': { anonymous: 200, signedIn: 200 },
  'row-history': known,
  'project-history': nobody,
  'get-project': { ...nobody, asOf: nobody },
  'list-tables': { ...nobody, asOf: nobody },
  'list-tables-of-key': { ...nobody, asOf: known },
  'get-table': { ...nobody, asOf: nobody },
  ...Object.fromEntries(
    [
      'get-usage',
      'table-stats',
      'list-fields',
      'create-table',
      'create-tables',
      'rename-table',
      'delete-table',
      'add-field',
      'change-field',
      'remove-field',
      'move-field',
      'add-relationship',
      'remove-relationship',
      'relationship-fit',
      'field-fit',
      'rule-fit',
      'list-bin',
      'restore-table',
      'restore-field',
      'erase-table',
      'erase-field',
      'list-deleted-rows',
      'change-project',
      'delete-project',
      'create-test-environment',
      'enable-protection',
      'disable-protection',
      'change-api-key-password',
      'list-members',
      'invite',
      'withdraw-invitation',
      'link-invitation',
      'change-member',
      'remove-member',
      'hand-over',
      'add-row',
      'change-row',
      'remove-row',
      'bulk-rows',
      'restore-row',
      'api-key-info',
      'transfer-preview',
      'transfer-to-live',
      'list-transfers',
      'get-transfer',
      'undo-transfer',
      'copy-rows',
      'get-row-copy',
      'stop-row-copy',
      'list-api-keys',
      'add-api-key',
      'change-api-key',
      'regenerate-api-key',
      'end-former-api-key',
      'remove-api-key',
      'describe-api-key',
      'list-endpoint-requests',
      'add-endpoint-request',
      'get-endpoint-request',
      'change-endpoint-request',
      'withdraw-endpoint-request',
      'restore-endpoint-request',
      'list-row-threads',
      'open-thread',
      'get-thread',
      'change-thread',
      'move-thread',
      'star-thread',
      'write-message',
      'get-message',
      'change-message',
      'remove-message',
      'message-versions',
      'react-to-message',
      'upload-attachment',
      'get-attachment',
      'get-thumbnail',
      'list-custom-endpoints',
      'add-custom-endpoint',
      'get-custom-endpoint',
      'change-custom-endpoint',
      'try-custom-endpoint',
      'publish-custom-endpoint',
      'roll-back-custom-endpoint',
      'switch-custom-endpoint',
      'remove-custom-endpoint',
      'describe-project',
      'list-saved-views',
      'add-saved-view',
      'change-saved-view',
      'remove-saved-view',
      'list-widgets',
      'add-widget',
      'preview-widget',
      'get-widget',
      'change-widget',
      'remove-widget',
      'get-widget-data',
      'add-widget-row',
      'change-widget-row',
      'remove-widget-row',
      'list-personal-links',
      'add-personal-link',
      'renew-personal-link',
      'remove-personal-link',
      'get-webhook',
      'change-webhook',
      'renew-webhook-secret',
      'end-webhook-secret',
      'resume-webhook',
      'resend-webhook',
      'list-webhook-calls',
      'get-webhook-call',
      'test-webhook',
      'resend-webhook-event',
      // Addresses of which there is none; what a published one answers says its definition.
      'call-endpoint',
      'post-to-endpoint',
      'put-to-endpoint',
      'patch-to-endpoint',
      'delete-of-endpoint',
      'upload-row-file',
      'upload-cell-file',
      'take-out-cell-file',
      'put-back-cell-file',
      'preview-row-file',
      'start-row-import',
      'list-row-imports',
      'stop-row-import',
      'undo-row-import',
      'refused-rows',
      'get-cors',
      'add-cors-domain',
      'remove-cors-domain',
      'switch-cors-pattern',
      'test-origin',
    ].map(name => [name, nobody]),
  ),
  // About the installation, or about oneself.
  ...Object.fromEntries(
    [
      'status',
      'retry-view',
      'rebuild-view',
      'delete-account',
      'make-password-link',
      'list-users',
      'get-user',
      'create-user',
      'change-user',
      'list-all-projects',
      'delete-any-project',
      'admin-stats',
      'export-backup',
      'restore-backup',
      'list-imports',
      'start-import',
      'stop-import',
      'storage',
      'clear-all',
      'get-clearing',
      'move-endpoint-request',
      'undo-endpoint-request-step',
      'erase-person',
      'begin-look',
      'end-look',
      'current-master',
      'master-login',
      'create-master',
      'refresh-master-key',
      'refresh-master-password',
      'list-backups',
      'make-backup',
      'rehearse-backup',
      'create-plan',
      'change-plan',
      'delete-plan',
      'apply-plan',
      'create-campaign',
      'change-campaign',
      'delete-campaign',
      'list-subscribers',
      'assign-plan',
      'unassign-plan',
    ].map(name => [name, known]),
  ),
  'change-own-name': { anonymous: 'UNAUTHORIZED', signedIn: 'VALIDATION_ERROR' },
  'change-own-email': { anonymous: 'UNAUTHORIZED', signedIn: 'VALIDATION_ERROR' },
  'confirm-own-email': { anonymous: 'VALIDATION_ERROR', signedIn: 'VALIDATION_ERROR' },
  'delete-own-account': { anonymous: 'UNAUTHORIZED', signedIn: 'VALIDATION_ERROR' },
  'own-data': { anonymous: 'UNAUTHORIZED', signedIn: 200 },
  'mark-read': { anonymous: 'UNAUTHORIZED', signedIn: 'VALIDATION_ERROR' },
  'list-notifications': { anonymous: 'UNAUTHORIZED', signedIn: 200 },
  'read-notifications': { anonymous: 'UNAUTHORIZED', signedIn: 'VALIDATION_ERROR' },
  'get-notification-settings': { anonymous: 'UNAUTHORIZED', signedIn: 200 },
  'change-notification-settings': { anonymous: 'UNAUTHORIZED', signedIn: 'VALIDATION_ERROR' },
  'stop-notification-mails': { anonymous: 'VALIDATION_ERROR', signedIn: 'VALIDATION_ERROR' },
  // The plans on offer, and one's own.
  'list-plans': { anonymous: 'UNAUTHORIZED', signedIn: 200 },
  'get-plan': nobody,
  'list-campaigns': { anonymous: 'UNAUTHORIZED', signedIn: 200 },
  'get-campaign': nobody,
  'get-quotes': { anonymous: 'UNAUTHORIZED', signedIn: 'VALIDATION_ERROR' },
  'get-subscription': { anonymous: 'UNAUTHORIZED', signedIn: 200 },
  subscribe: { anonymous: 'UNAUTHORIZED', signedIn: 'VALIDATION_ERROR' },
  unsubscribe: nobody,
  'list-projects': { anonymous: 'UNAUTHORIZED', signedIn: 200 },
  'list-threads': { anonymous: 'UNAUTHORIZED', signedIn: 200 },
  // About a project that the body names: here none.
  'monitoring-categories': { anonymous: 'UNAUTHORIZED', signedIn: 'VALIDATION_ERROR' },
  'category-logs': { anonymous: 'UNAUTHORIZED', signedIn: 'VALIDATION_ERROR' },
  deployments: { anonymous: 'UNAUTHORIZED', signedIn: 'VALIDATION_ERROR' },
  'deployment-logs': { anonymous: 'UNAUTHORIZED', signedIn: 'VALIDATION_ERROR' },
  'project-health': { anonymous: 'UNAUTHORIZED', signedIn: 'VALIDATION_ERROR' },
  'create-project': { anonymous: 'UNAUTHORIZED', signedIn: 'VALIDATION_ERROR' },
  me: { anonymous: 'UNAUTHORIZED', signedIn: 200 },
  'list-looks': { anonymous: 'UNAUTHORIZED', signedIn: 200 },
  'list-sessions': { anonymous: 'UNAUTHORIZED', signedIn: 200 },
  'end-session': { anonymous: 'UNAUTHORIZED', signedIn: 'NOT_FOUND' },
  'change-password': { anonymous: 'UNAUTHORIZED', signedIn: 'VALIDATION_ERROR' },
  'forgot-password': { anonymous: 'VALIDATION_ERROR', signedIn: 'VALIDATION_ERROR' },
  'reset-password': { anonymous: 'VALIDATION_ERROR', signedIn: 'VALIDATION_ERROR' },
  refresh: { anonymous: 'UNAUTHORIZED', signedIn: 200 },
  logout: { anonymous: 'UNAUTHORIZED', signedIn: 200 },
  'list-project-bin': { anonymous: 'UNAUTHORIZED', signedIn: 200 },
  'restore-project': { anonymous: 'UNAUTHORIZED', signedIn: 'NOT_FOUND' },
  'erase-project': { anonymous: 'UNAUTHORIZED', signedIn: 'VALIDATION_ERROR' },
  'get-invitation': { anonymous: 'NOT_FOUND', signedIn: 'NOT_FOUND' },
  'list-own-invitations': { anonymous: 'UNAUTHORIZED', signedIn: 200 },
  'accept-own-invitation': { anonymous: 'UNAUTHORIZED', signedIn: 'NOT_FOUND' },
  'decline-invitation': { anonymous: 'UNAUTHORIZED', signedIn: 'NOT_FOUND' },
  'mail-invitation': { anonymous: 'UNAUTHORIZED', signedIn: 'NOT_FOUND' },
  'accept-invitation': { anonymous: 'UNAUTHORIZED', signedIn: 'NOT_FOUND' },
  register: { anonymous: 'VALIDATION_ERROR', signedIn: 'VALIDATION_ERROR' },
  login: { anonymous: 'VALIDATION_ERROR', signedIn: 'VALIDATION_ERROR' },
  'list-doc-modules': { anonymous: 200, signedIn: 200 },
  'get-doc-module': { anonymous: 'NOT_FOUND', signedIn: 'NOT_FOUND' },
  'search-docs': { anonymous: 'VALIDATION_ERROR', signedIn: 'VALIDATION_ERROR' },
  'calculate-basic': { anonymous: 'VALIDATION_ERROR', signedIn: 'VALIDATION_ERROR' },
  'calculate-science': { anonymous: 'VALIDATION_ERROR', signedIn: 'VALIDATION_ERROR' },
  'calculate-statistics': { anonymous: 'VALIDATION_ERROR', signedIn: 'VALIDATION_ERROR' },
  'calculate-finance': { anonymous: 'VALIDATION_ERROR', signedIn: 'VALIDATION_ERROR' },
  // A draft: nobody is shown it.
  'embed-widget': { anonymous: 'NOT_FOUND', signedIn: 'NOT_FOUND' },
  'open-personal-link': { anonymous: 'VALIDATION_ERROR', signedIn: 'VALIDATION_ERROR' },
  'use-personal-link': { anonymous: 'VALIDATION_ERROR', signedIn: 'VALIDATION_ERROR' },
  'submit-widget-form': { anonymous: 'VALIDATION_ERROR', signedIn: 'VALIDATION_ERROR' },
  health: { anonymous: 200, signedIn: 200 },
  'database-health': { anonymous: 200, signedIn: 200 },
};

const outcome = async (
  { method }: Call,
  path: string,
  query: string,
  headers: Headed,
): Promise<Outcome> => {
  const answer = await ask(
    method,
    path.replace(/:(\w+)/g, (_, name: string) => ids[name]!) + query,
    method === 'GET' ? undefined : {},
    headers,
  );
  const { status, body } = answer;
  // Strangers learn neither the log's position nor how fast it grows.
  if (headers['authorization'] === undefined)
    expect([path, answer.headers.get('x-position')]).toEqual([path, null]);
  return body.code ?? status;
};
const looksBack = ({ query }: Call): boolean =>
  'shape' in query.def && 'asOf' in (query.def.shape as object);

/** The query that makes the answer JSON. */
const asJson = ({ name }: Call): string => (name === 'export-rows' ? '?format=json' : '');

it('each call says what strangers may', () => {
  expect(calls.map(({ name }) => name).toSorted()).toEqual(Object.keys(expected).toSorted());
  // Every call that can look at the past says who may.
  for (const call of calls)
    expect([call.name, looksBack(call), expected[call.name]!.asOf !== undefined]).toEqual([
      call.name,
      call.past !== undefined,
      call.past !== undefined,
    ]);
});

// Signing out comes last.
it.each(calls.toSorted((a, b) => Number(a.name === 'logout') - Number(b.name === 'logout')))(
  '$name: strangers are answered what is said here, under each address',
  async call => {
    const { asOf, ...now } = expected[call.name]!;
    for (const path of [call.path, ...call.aliases]) {
      expect([
        path,
        {
          anonymous: await outcome(call, path, asJson(call), {}),
          signedIn: await outcome(call, path, asJson(call), stranger),
        },
      ]).toEqual([path, now]);
      if (!asOf) continue;
      for (const moment of [beforePublication, '2026-01-01T00:00:00Z', '', 'x']) {
        const query = `?asOf=${moment}`;
        expect([
          path,
          moment,
          {
            anonymous: await outcome(call, path, query, {}),
            signedIn: await outcome(call, path, query, stranger),
          },
        ]).toEqual([path, moment, asOf]);
      }
    }
  },
);
