import type { Answer, Headed, serve } from '../http/serve.ts';

/** One account's things of every kind by the names of parameters, and what opens them. */
export interface World {
  /** A text that stands in everything that this account wrote. */
  readonly secret: string;
  readonly ids: Readonly<Record<string, string>>;
  readonly session: Headed;
  readonly key: Headed;
  readonly adminKey: Headed;
}

const ROWS = (tableId: string, field: string) => ({
  kind: 'rows',
  tableId,
  fields: [{ field, name: 'ad' }],
  limit: 10,
});
const REQUEST = { http_method: 'GET', priority: 'low' };
const TEXTS = [
  'endpoint_name',
  'description',
  'input_requirements',
  'output_requirements',
  'use_cases',
];

/** Makes an account with one thing of each kind that a path can name. */
export async function makeWorld(server: ReturnType<typeof serve>, name: string): Promise<World> {
  const secret = `GIZLI${name.toUpperCase()}`;
  const { id: accountId, projectId, session, key } = await server.register(name);
  const { call } = server.inTurn(() => session);
  const done = async (method: string, path: string, body?: unknown): Promise<Answer['body']> => {
    const answer = await call(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  await done('PUT', `/projects/${projectId}`, { settings: { maxRequestsPerMinute: 10_000 } });
  const tableId = (await done('POST', `/tables/project/${projectId}`, { name: secret })).table.id;
  const fields = `/tables/${projectId}/${tableId}/fields`;
  const fieldId = (await done('POST', fields, { name: 'ad', type: 'string' })).field.id;
  const rowId = (await done('POST', `/data/table/${tableId}/rows`, { ad: secret })).row.id;
  const permissions = ['read', 'write', 'delete', 'admin'];
  const added = { name: secret, scope: 'admin_project', permissions, rateLimit: 10_000 };
  const { apiKey } = await done('POST', `/api-keys/project/${projectId}`, added);
  const form = Object.fromEntries(TEXTS.map(text => [text, `${secret} ${secret}`]));
  const requests = `/endpoint-requests/project/${projectId}`;
  const asked = await done('POST', requests, { ...REQUEST, ...form });
  const opening = { project_id: projectId, title: secret, initialMessage: secret };
  const threadId = (await done('POST', '/threads', opening)).id;
  const messageId = (await done('GET', `/threads/${threadId}`)).messages[0].id;
  const definition = { method: 'GET', path: 'liste', action: ROWS(tableId, fieldId) };
  const draft = { name: secret, definition };
  const { endpoint } = await done('POST', `/custom-endpoints/project/${projectId}`, draft);
  await done('POST', `/custom-endpoints/${endpoint.id}/publish`, {});
  // A draft: the embed of a widget that shows rows is for everybody.
  const { widget } = await done('POST', '/widgets', { projectId, name: secret, type: 'table' });
  const invited = { email: `${secret.toLowerCase()}@example.com`, role: 'viewer' };
  const { invitation } = await done('POST', `/projects/${projectId}/invitations`, invited);
  const test = (await done('POST', `/projects/${projectId}/create-test-environment`)).project.id;
  const testTableId = (await done('GET', `/tables/project/${test}`)).tables[0].id;
  await done('POST', `/tables/${test}/${testTableId}/fields`, { name: 'yeni', type: 'string' });
  const pair = { testProjectId: test, liveProjectId: projectId, tableIds: [testTableId] };
  const { transfer } = await done('POST', '/tables/transfer-to-live', pair);
  const sessionId = (await done('GET', '/auth/sessions')).sessions[0].id;
  return {
    secret,
    session,
    key,
    adminKey: { ...key, 'x-api-key': apiKey.key },
    ids: {
      accountId,
      userId: accountId,
      projectId,
      tableId,
      fieldId,
      rowId,
      keyId: apiKey.id,
      threadId,
      messageId,
      requestId: asked.id,
      endpointId: endpoint.id,
      widgetId: widget.id,
      invitationId: invitation.id,
      sessionId,
      token: invitation.url.split('/').at(-1),
      transferId: transfer.id,
      testProjectId: test,
      testTableId,
      domain: 'ornek.com',
      path: 'liste',
    },
  };
}
