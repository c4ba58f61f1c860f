import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoKeyVault } from '@hzm/infra/key-vault/mongodb/mongo-key-vault';
import { SqliteKeyVault } from '@hzm/infra/key-vault/sqlite/sqlite-key-vault';
import { SessionTokens } from '@hzm/services/core/security/session';
import { newLog, type Log } from '../../run/log-of-tests.ts';
import { newReadModel, releaseReadModel } from '../../run/read-model-of-tests.ts';
import { startTested, type Tested } from '../../run/server-of-tests.ts';
import { follow, refusal, type TestClient } from './test-client.ts';

export interface Answer {
  readonly status: number;
  readonly position: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the server says is judged by the test
  readonly body: any;
}

/** Somebody who has registered, with their first project. */
export class Person {
  readonly house: TestServer;
  readonly id: string;
  readonly projectId: string;
  readonly token: string;
  readonly key: {
    readonly apiKey: string;
    readonly email: string;
    readonly projectPassword: string;
  };

  // oxlint-disable-next-line typescript/no-explicit-any -- the answer to a registration
  constructor(house: TestServer, data: any) {
    this.house = house;
    this.id = data.user.id;
    this.projectId = data.project.id;
    this.token = data.token;
    this.key = {
      apiKey: data.credentials.apiKey,
      email: data.user.email,
      projectPassword: data.credentials.projectPassword,
    };
  }

  ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return this.house.ask(method, path, body, {
      authorization: `Bearer ${this.token}`,
      ...headers,
    });
  }

  /** Connects with the session, or as `auth` says. */
  connect(auth: object = { token: this.token }): Promise<TestClient> {
    return this.house.connect(auth);
  }

  async table(
    name: string,
    ...fields: { name: string; type: string }[]
  ): Promise<{ id: string; fieldIds: string[] }> {
    const { body } = await this.ask('POST', `/tables/project/${this.projectId}`, { name });
    const { id } = body.data.table;
    const fieldIds: string[] = [];
    for (const field of fields)
      fieldIds.push(
        (await this.ask('POST', `/tables/${this.projectId}/${id}/fields`, field)).body.data.field
          .id,
      );
    return { id, fieldIds };
  }

  async add(tableId: string, values: object): Promise<{ id: string; position: string }> {
    const { body, position } = await this.ask('POST', `/data/table/${tableId}/rows`, values);
    return { id: body.data.row.id, position };
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- rows as they come
  async rows(tableId: string, position?: string): Promise<any[]> {
    return (
      await this.ask(
        'GET',
        `/data/table/${tableId}?limit=10000`,
        undefined,
        position === undefined ? {} : { 'x-wait-for-position': position },
      )
    ).body.data.rows;
  }
}

const secret = Buffer.from('a secret for tests only');

/** A really started server on a directory of its own. */
export class TestServer {
  readonly #directory = mkdtempSync(join(tmpdir(), 'hzm-socket-'));
  readonly #readModel = newReadModel();
  readonly #followers: TestClient[] = [];
  #running: Tested | undefined;
  #people = 0;
  #log: Log | undefined;
  #elsewhere: number | undefined;
  #position = '';

  get port(): number {
    return this.#running!.socketPort;
  }

  /** Answers requests, at another port than sockets where the roles are apart. */
  get origin(): string {
    return `http://127.0.0.1:${this.#running!.port}`;
  }

  /** Position of the last write, which another process knows only a moment later. */
  get position(): string {
    return this.#position;
  }

  async open(port = 0): Promise<void> {
    this.#log ??= await newLog();
    this.#running = await startTested({
      eventStore: this.#log?.address,
      readModel: this.#readModel,
      port,
      host: '127.0.0.1',
      dataDirectory: this.#directory,
      secret,
    });
  }

  async restart(): Promise<void> {
    const { port } = this;
    await this.#running!.close();
    await this.open(port);
  }

  async close(): Promise<void> {
    for (const follower of this.#followers) follower.socket.disconnect();
    await this.#running?.close();
    this.#log?.stop();
    await releaseReadModel(this.#readModel);
    rmSync(this.#directory, { recursive: true });
  }

  async ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(`${this.origin}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const position = response.headers.get('x-position') ?? '';
    if (position > this.#position) this.#position = position;
    return { status: response.status, position, body: await response.json() };
  }

  /** The first is an administrator. */
  async person(name: string): Promise<Person> {
    const { body } = await this.ask('POST', '/auth/register', {
      name,
      email: `p${++this.#people}@example.com`,
      password: 'gizli-1',
    });
    return new Person(this, body.data);
  }

  async connect(auth: object, options = {}): Promise<TestClient> {
    return await this.#connect(this.port, auth, options);
  }

  /** At another process where there are several. */
  async connectElsewhere({ token }: Person): Promise<TestClient> {
    return await this.#connect((this.#elsewhere ??= await this.#running!.another()), { token }, {});
  }

  async #connect(port: number, auth: object, options: object): Promise<TestClient> {
    const follower = await follow(port, auth, options);
    this.#followers.push(follower);
    return follower;
  }

  /** Another token of the person's session, for so many seconds, as the server would sign it. */
  async token({ id: accountId, token }: Person, seconds: number): Promise<string> {
    const { sid: sessionId } = JSON.parse(
      Buffer.from(token.split('.')[1]!, 'base64url').toString(),
    ) as { sid: string };
    const vault =
      this.#readModel === undefined
        ? new SqliteKeyVault(join(this.#directory, 'vault.db'), secret)
        : await MongoKeyVault.open(this.#readModel, secret);
    try {
      return await new SessionTokens(() => vault.signingKeys).sign(
        { accountId, sessionId },
        seconds,
      );
    } finally {
      await vault.close();
    }
  }

  refusal(auth: object, options = {}): Promise<string> {
    return refusal(this.port, auth, options);
  }
}
