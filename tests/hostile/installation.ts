import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start, type Running } from '@hzm/infra/server/start';
import { MongoClient } from 'mongodb';
import type { EventStoreDbServer } from '../engines/eventstoredb/server.ts';
import { mongodb, newMongoAddress } from '../run/engines.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the server says is judged by the test
  readonly body: any;
}
type Headed = Readonly<Record<string, string>>;

/** Store of the views: the data directory, or a MongoDB. */
export const readModels = [
  ['SQLite', undefined],
  ['MongoDB', mongodb],
] as const;

/** An installation that is started and stopped at will, with its files and its databases. */
export class Installation {
  readonly directory = mkdtempSync(join(tmpdir(), 'hzm-'));
  readonly readModel: string | undefined;
  readonly log: EventStoreDbServer | undefined;
  readonly secret = Buffer.from('a secret for these tests only');
  origin = '';
  #running: Running | undefined;

  /** Whether it ended because its log was replaced. */
  isReplaced = false;

  /** @param onMongo the views lie in a database of its own @param log in the place of a file */
  constructor(onMongo: boolean, log?: EventStoreDbServer) {
    this.log = log;
    this.readModel = onMongo ? newMongoAddress() : undefined;
  }

  /** @param port a free one; it answers there before it is ready */
  async start(port = 0): Promise<void> {
    this.origin = `http://127.0.0.1:${port}`;
    this.#running = await start(
      {
        port,
        host: '127.0.0.1',
        dataDirectory: this.directory,
        secret: this.secret,
        registrationsPerMinute: 0,
        readModel: this.readModel,
        eventStore: this.log?.address,
        logLevel: 'silent',
      },
      () => {
        this.isReplaced = true;
      },
    );
    this.origin = `http://127.0.0.1:${this.#running.port}`;
  }

  async stop(): Promise<void> {
    await this.#running?.close();
    this.#running = undefined;
  }

  async forget(): Promise<void> {
    await this.stop();
    rmSync(this.directory, { recursive: true });
  }

  file(name: string): string {
    return join(this.directory, name);
  }

  readonly ask = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Headed = {},
  ): Promise<Answer> => {
    const response = await fetch(`${this.origin}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };

  async register(name: string) {
    const { data } = (
      await this.ask('POST', '/auth/register', {
        name,
        email: `${name.toLowerCase()}@example.com`,
        password: 'gizli-1',
      })
    ).body;
    return {
      id: data.user.id as string,
      projectId: data.project.id as string,
      session: { authorization: `Bearer ${data.token}` } as Headed,
    };
  }

  async table(
    projectId: string,
    session: Headed,
    name: string,
    ...fields: string[]
  ): Promise<string> {
    const { id } = (await this.ask('POST', `/tables/project/${projectId}`, { name }, session)).body
      .data.table;
    for (const field of fields)
      await this.ask(
        'POST',
        `/tables/${projectId}/${id}/fields`,
        { name: field, type: 'string' },
        session,
      );
    return id;
  }

  /**
   * The files of the data directory, and the collections of the database, in which a text is found.
   */
  async placesOf(text: string): Promise<string[]> {
    const files = readdirSync(this.directory).filter(name =>
      readFileSync(this.file(name)).includes(text),
    );
    const collections = await this.collections(documents =>
      JSON.stringify(documents).includes(text),
    );
    return [...files, ...collections];
  }

  /** Drops what MongoDB has of the views, not the keys. */
  async dropViews(): Promise<void> {
    if (this.readModel === undefined) return;
    const client = new MongoClient(this.readModel);
    try {
      const database = client.db(new URL(this.readModel).pathname.slice(1));
      const beside = ['checkpoints', 'facts', 'members', 'drops', 'totals'];
      for (const { name } of await database.listCollections().toArray()) {
        const isView = beside.includes(name) || /\.[0-9a-f]{12}$/.test(name);
        if (isView) await database.dropCollection(name);
      }
    } finally {
      await client.close();
    }
  }

  /** The collections of the views in MongoDB that pass. */
  async collections(
    passes: (documents: readonly object[], name: string) => boolean,
  ): Promise<string[]> {
    if (this.readModel === undefined) return [];
    const client = new MongoClient(this.readModel);
    try {
      const database = client.db(new URL(this.readModel).pathname.slice(1));
      const found: string[] = [];
      for (const { name } of await database.listCollections().toArray())
        if (passes(await database.collection(name).find().toArray(), name)) found.push(name);
      return found;
    } finally {
      await client.close();
    }
  }
}
