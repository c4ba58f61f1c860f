import { createServer } from 'node:http';
import { join } from 'node:path';
import { uuidV7 } from '@hzm/contracts/core/ids';
import { openDatabase } from '@hzm/infra/sqlite/database';
import express from 'express';
import { Server } from 'socket.io';

/*
 * The ceiling of the machine and libraries without the product: Express with a constant, with
 * grouped INSERTs of an event and a row (WAL, synchronous=FULL), with a key lookup and one row,
 * with a page of rows, with a LIKE scan; socket.io broadcasting a message.
 */
const database = openDatabase(join(process.env['DIRECTORY']!, 'ceiling.db'), {
  durability: 'full',
});
database.exec(`
  CREATE TABLE events (position INTEGER PRIMARY KEY, stream TEXT NOT NULL, revision INTEGER NOT NULL,
    id TEXT NOT NULL, data TEXT NOT NULL, UNIQUE (stream, revision)) STRICT;
  CREATE TABLE rows (id TEXT PRIMARY KEY, doc TEXT NOT NULL, version INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE keys (text TEXT PRIMARY KEY, project TEXT NOT NULL) STRICT, WITHOUT ROWID;
`);
const insertEvent = database.prepare(
  'INSERT INTO events (stream, revision, id, data) VALUES (?, ?, ?, ?)',
);
const insertRow = database.prepare('INSERT INTO rows VALUES (?, ?, 1)');
const updateRow = database.prepare(
  'UPDATE rows SET doc = json_patch(doc, ?), version = version + 1 WHERE id = ? RETURNING version, doc',
);
const selectRow = database.prepare('SELECT doc FROM rows WHERE id = ?');
const selectPage = database.prepare('SELECT doc FROM rows WHERE id >= ? ORDER BY id LIMIT 50');
const scan = database.prepare(
  'SELECT doc FROM rows WHERE doc LIKE ? ORDER BY id LIMIT 50 OFFSET 450',
);
const selectKey = database.prepare('SELECT project FROM keys WHERE text = ?');
database.prepare('INSERT INTO keys VALUES (?, ?)').run('the-key', 'a project');

let waiting: (() => void)[] = [];
/** Runs in one transaction with all work of this turn; resolves once it is on the disk. */
const grouped = <Answer>(work: () => Answer): Promise<Answer> =>
  new Promise((resolve, reject) => {
    if (waiting.length === 0) {
      setImmediate(() => {
        const turn = waiting;
        waiting = [];
        database.exec('BEGIN');
        for (const one of turn) one();
        database.exec('COMMIT');
        for (const done of settled.splice(0)) done();
      });
    }
    waiting.push(() => {
      try {
        const answer = work();
        settled.push(() => resolve(answer));
      } catch (error) {
        reject(error);
      }
    });
  });
const settled: (() => void)[] = [];

let made = 0;
const newRowId = (): string =>
  uuidV7(Date.now(), 0, Buffer.from((made++).toString(16).padStart(16, '0'), 'hex'));
const add = (values: unknown): { id: string } => {
  const id = newRowId();
  const doc = JSON.stringify({ id, ...(values as object) });
  insertEvent.run(`row-${id}`, 0, newRowId(), doc);
  insertRow.run(id, doc);
  return { id };
};

const app = express();
app.use(express.json({ limit: '10mb' }));
app.get('/api/v1/health', (_request, response) => {
  response.json({ success: true });
});
app.get('/constant', (_request, response) => {
  response.json({ success: true, data: { row: { id: 'a', name: 'constant' } } });
});
app.post('/seed', (request, response) => {
  database.exec('BEGIN');
  const ids = (request.body as unknown[]).map(values => add(values).id);
  database.exec('COMMIT');
  response.json({ ids });
});
// oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Express 5 waits for them
app.post('/rows', async (request, response) => {
  response.status(201).json({
    success: true,
    data: { row: { ...(await grouped(() => add(request.body))), ...(request.body as object) } },
  });
});
// oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Express 5 waits for them
app.put('/rows/:id', async (request, response) => {
  const row = await grouped(() => {
    const changed = updateRow.get(JSON.stringify(request.body), request.params.id) as {
      version: number;
      doc: string;
    };
    insertEvent.run(
      `row-${request.params.id}`,
      changed.version,
      newRowId(),
      JSON.stringify(request.body),
    );
    return JSON.parse(changed.doc) as object;
  });
  response.json({ success: true, data: { row } });
});
app.get('/rows/:id', (request, response) => {
  if (!selectKey.get(request.get('x-api-key') ?? '')) return void response.status(401).end();
  response.json({
    success: true,
    data: { row: JSON.parse((selectRow.get(request.params.id) as { doc: string }).doc) as object },
  });
});
const page = (found: readonly unknown[]) => ({
  success: true,
  data: { rows: (found as { doc: string }[]).map(({ doc }) => JSON.parse(doc) as object) },
});
app.get('/page', (request, response) => {
  response.json(page(selectPage.all((request.query['from'] as string | undefined) ?? '')));
});
app.get('/scan', (request, response) => {
  response.json(page(scan.all(`%${request.query['q'] as string}%`)));
});

const server = createServer(app);
const io = new Server(server);
app.post('/push', (request, response) => {
  io.emit('changes', request.body);
  response.json({ success: true });
});
server.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as { port: number }).port}`),
);
process.once('SIGTERM', () => process.exit(0));
