import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Configuration } from '@hzm/infra/server/configuration';
import { afterAll, beforeAll, expect } from 'vitest';
import { newLog, type Log } from '../run/log-of-tests.ts';
import { newReadModel, releaseReadModel } from '../run/read-model-of-tests.ts';
import { startTested, type Tested } from '../run/server-of-tests.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the server says is judged by the test
  readonly body: any;
}
export type Headed = Readonly<Record<string, string>>;
interface Person {
  readonly id: string;
  readonly projectId: string;
  /** Headers of the session. */
  readonly session: Headed;
  /** Headers of the key. */
  readonly key: Headed;
}

/** A server of its own for the tests of one file. */
export function serve(more: Partial<Configuration> = {}) {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'hzm-'));
  const readModel = newReadModel();
  let server: Tested;
  let log: Log | undefined;
  const up = async () => {
    log ??= await newLog();
    server = await startTested({
      eventStore: log?.address,
      readModel,
      port: 0,
      host: '127.0.0.1',
      dataDirectory,
      secret: Buffer.from('a secret for tests only'),
      ...more,
    });
  };
  beforeAll(up);
  afterAll(async () => {
    await server.close();
    log?.stop();
    await releaseReadModel(readModel);
    rmSync(dataDirectory, { recursive: true });
  });

  const origin = () => `http://127.0.0.1:${server.port}`;
  const send = async (
    method: string,
    path: string,
    body: string | undefined,
    headers: Headed,
  ): Promise<Answer> => {
    const response = await fetch(`${origin()}/api/v1${path}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const ask = (
    method: string,
    path: string,
    body?: unknown,
    headers: Headed = {},
  ): Promise<Answer> =>
    send(method, path, body === undefined ? undefined : JSON.stringify(body), {
      'content-type': 'application/json',
      ...headers,
    });

  /**
   * Asks one question after another, with the headers of `by` unless others are given: each waits
   * for what was written before, since another process may answer it.
   */
  const inTurn = (by: () => Headed) => {
    let last = '';
    const waiting = (): Headed => (last === '' ? {} : { 'x-wait-for-position': last });
    /** Takes note of an answer that was asked for otherwise. */
    const heard = ({ headers }: Pick<Answer, 'headers'>): void => {
      last = headers.get('x-position') ?? last;
    };
    const call = async (
      method: string,
      path: string,
      body?: unknown,
      headers = by(),
    ): Promise<Answer> => {
      const isKnown = 'authorization' in headers || 'x-api-key' in headers;
      // Nobody waits for a stranger: somebody else has waited before.
      if (!isKnown) await ask('GET', '/projects', undefined, { ...waiting(), ...by() });
      const answer = await ask(method, path, body, { ...(isKnown && waiting()), ...headers });
      heard(answer);
      return answer;
    };
    /** Makes a person a member of a project, which must be of `by`. */
    const letIn = async (projectId: string, guest: Person, role: string): Promise<void> => {
      const email = guest.key['x-user-email'];
      const { body } = await call('POST', `/projects/${projectId}/invitations`, { email, role });
      const { url } = body.data.invitation;
      const { status } = await call('POST', `${url}/accept`, undefined, guest.session);
      expect(status).toBe(200);
    };
    return { call, waiting, heard, letIn };
  };

  const register = async (name: string): Promise<Person> => {
    const { data } = (
      await ask('POST', '/auth/register', {
        name,
        email: `${name.toLowerCase()}@example.com`,
        password: 'gizli-1',
      })
    ).body;
    return {
      id: data.user.id,
      projectId: data.project.id,
      session: { authorization: `Bearer ${data.token}` },
      key: {
        'x-api-key': data.credentials.apiKey,
        'x-user-email': data.credentials.email,
        'x-project-password': data.credentials.projectPassword,
      },
    };
  };

  /** A table with these fields (name: type); its id. */
  const table = async (
    projectId: string,
    session: Headed,
    name: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<string> => {
    const { id } = (await ask('POST', `/tables/project/${projectId}`, { name }, session)).body.data
      .table;
    for (const [field, type] of Object.entries(fields))
      await ask('POST', `/tables/${projectId}/${id}/fields`, { name: field, type }, session);
    return id;
  };

  return {
    ask,
    send,
    inTurn,
    origin,
    register,
    table,
    /** Address of the sockets: another process where the roles are split. */
    socketOrigin: () => `http://127.0.0.1:${server.socketPort}`,
    restart: async () => {
      await server.close();
      await up();
    },
  };
}
