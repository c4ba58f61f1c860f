import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { newId } from '@hzm/contracts/core/ids';
import type { JsonObject } from '@hzm/contracts/core/json';
import { FieldType } from '@hzm/contracts/features/tables/field-types';
import { mayEnd, operationsOf, type Operation } from '../fuzz/operations.ts';
import { fitting, KINDS, TextPlaces } from '../fuzz/texts.ts';
import { ask, elsewhere, hangUp, type Raw } from '../hostile/raw.ts';
import { makeWorld } from '../hostile/world.ts';
import type { Headed } from '../http/serve.ts';
import { startTested } from './server-of-tests.ts';

/*
 * Sends long texts of many kinds to places that take a text: members of bodies and their names,
 * parameters of paths and queries, headers, values and operands of every type, in an order by the
 * seed until `--minutes` are over. Prints those whose processor time grows by far more than their
 * length; with one, it fails.
 * npm run fuzz:texts [-- --only=list-rows --minutes=600 --seed=1]
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
console.log(`--seed=${values.seed}`);

/** Characters in a body, and in one that strangers may send. */
const [LONG, LONG_OF_STRANGERS] = [100_000, 14_000];
/** Bytes in an address or a header. */
const LONG_HEAD = 11_000;
/** Milliseconds of processor time below which nothing is looked at, for bodies and for heads. */
const [MOST, MOST_OF_HEAD] = [40, 15];
/** Growth of the time that is refused where the length grows four times. */
const MOST_GROWTH = 8;
const TRIES = 3;
const SCHEMES: Headed = {
  authorization: 'Bearer ',
  cookie: 'preferred-language=',
  'content-type': 'application/json; charset=',
  origin: 'https://',
  'x-api-key': 'hzm_',
};
const HEADERS = (
  'accept accept-encoding accept-language authorization content-encoding content-type cookie ' +
  'forwarded host if-match if-none-match origin range referer user-agent x-api-key ' +
  'x-forwarded-for x-forwarded-host x-forwarded-proto x-project-password x-request-id ' +
  'x-user-email x-wait-for-position'
).split(' ');

const directory = mkdtempSync(join(tmpdir(), 'hzm-'));
const server = await startTested({
  port: 0,
  host: '127.0.0.1',
  dataDirectory: directory,
  secret: Buffer.from('a secret for tests only'),
  trustedProxies: ['127.0.0.1'],
  accountBytesPerDay: Number.MAX_SAFE_INTEGER,
});

let asked = 0;
const send = async (method: string, path: string, body: string | undefined, headers: Headed) => {
  asked++;
  const sent = { 'content-type': 'application/json', ...elsewhere(), ...headers };
  const given = method === 'GET' ? undefined : body;
  return ask(server.port, method, `/api/v1${path}`, sent, given).catch(() => undefined);
};
const answered = async (method: string, path: string, body?: unknown, headers: Headed = {}) => {
  const answer = await send(method, path, JSON.stringify(body), headers);
  return { status: answer!.status, headers: new Headers(), body: JSON.parse(answer!.text) };
};
const registered = async (name: string) => {
  const person = { name, email: `${name.toLowerCase()}@example.com`, password: 'gizli-1' };
  const { data } = (await answered('POST', '/auth/register', person)).body;
  const session: Headed = { authorization: `Bearer ${data.token}` };
  return { id: data.user.id, projectId: data.project.id, session, key: {} };
};
const inTurn = (by: () => Headed) => ({
  call: (method: string, path: string, body?: unknown) => answered(method, path, body, by()),
});

// The first account administers.
await registered('Yonetici');
const world = await makeWorld({ register: registered, inTurn } as never, 'Ayse');
const { session, ids } = world;
const document = (await answered('GET', '/openapi.json')).body as JsonObject;
const known: Readonly<Record<string, string | undefined>> = {
  ...ids,
  table_id: ids['tableId'],
  row_id: ids['rowId'],
  field: ids['fieldId'],
  project_id: ids['projectId'],
};
const places = new TextPlaces(document, name => known[name]);

type Send = (length: number) => Promise<Raw | undefined>;
/** Returns the least milliseconds of processor time that this thread needs for a request. */
const spentOn = async (sending: Send, length: number, enough: number): Promise<number> => {
  let least = Infinity;
  for (let at = 0; at < TRIES && least > enough; at++) {
    const before = process.threadCpuUsage();
    await sending(length);
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
};

/** One kind of text for one place. */
interface Probe {
  readonly name: string;
  readonly run: () => Promise<void>;
}
const faults: string[] = [];
const judge = async (name: string, most: number, length: number, sending: Send): Promise<void> => {
  let [whole, quarter] = [0, 0];
  // Twice: the collector of memory may have run in the first.
  for (let round = 0; round < 2; round++) {
    whole = await spentOn(sending, length, most);
    if (whole < most) return;
    quarter = await spentOn(sending, length / 4, 0);
    if (whole < quarter * MOST_GROWTH) return;
  }
  const [took, less] = [Math.round(whole), Math.round(quarter)];
  faults.push(`${name}: ${took} ms at ${length} characters, ${less} ms at a quarter`);
  console.log(faults.at(-1));
};

const isEnding = (operation: Operation): boolean =>
  operation.method === 'DELETE' || mayEnd(operation);
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());
const pathOf = (operation: Operation, given: Headed = {}): string => {
  let { path } = operation;
  const query: string[] = [];
  for (const { name, in: place, required, schema, style } of operation.parameters) {
    const own = known[name] ?? String(places.least(schema, name));
    if (place === 'path') {
      const id = given[name] ?? (isEnding(operation) ? newId() : own);
      path = path.replace(`{${name}}`, () => encoded(id) || 'x');
    } else if (place === 'query' && (required || name in given)) {
      const member = style === 'deepObject' ? '[ad][eq]' : '';
      query.push(`${name}${member}=${encoded(given[name] ?? own)}`);
    }
  }
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
};

function* probesOf(operation: Operation): Generator<Probe> {
  const { name: of, method, body, parameters } = operation;
  const least = JSON.stringify(body && places.least(body.schema));
  for (const [kind, text] of Object.entries(KINDS)) {
    for (const { in: place, name: parameter } of parameters) {
      if (place === 'header') continue;
      const name = `${of}, ${parameter}, ${kind}`;
      const sending: Send = length =>
        send(method, pathOf(operation, { [parameter]: fitting(text, length) }), least, session);
      yield { name, run: () => judge(name, MOST_OF_HEAD, LONG_HEAD, sending) };
    }
    if (body === undefined || method === 'GET') continue;
    for (const place of places.of(body.schema)) {
      const name = `${of}, ${place.name}, ${kind}`;
      const sending: Send = length =>
        send(method, pathOf(operation), JSON.stringify(place.make(text(length))), session);
      yield { name, run: () => judgeBody(name, place.max, sending) };
    }
  }
}

async function judgeBody(name: string, max: number | undefined, sending: Send): Promise<void> {
  const isRefused = (await sending(LONG))?.status === 413;
  const [most, length] = isRefused ? [MOST_OF_HEAD, LONG_OF_STRANGERS] : [MOST, LONG];
  await judge(name, most, length, sending);
  if (max !== undefined && max > 500 && max < length)
    await judge(`${name}, fitting`, most, max, sending);
}

/** A table with a field of each type and one row: more would take the time of their searches. */
async function makeRow(): Promise<{ readonly rows: string; readonly rowId: string }> {
  const { projectId } = ids;
  const made = await answered('POST', `/tables/project/${projectId}`, { name: 'Her tür' }, session);
  const { id } = made.body.data.table;
  for (const type of FieldType.options)
    await answered('POST', `/tables/${projectId}/${id}/fields`, { name: type, type }, session);
  const rows = `/data/table/${id}`;
  return { rows, rowId: (await answered('POST', `${rows}/rows`, {}, session)).body.data.row.id };
}

/** Texts as values and as operands of each type of field, and in each header. */
function* probesOfRows(rows: string, rowId: string): Generator<Probe> {
  for (const [kind, text] of Object.entries(KINDS)) {
    for (const type of FieldType.options) {
      const value = `value of ${type}, ${kind}`;
      const put: Send = length =>
        send('PUT', `${rows}/rows/${rowId}`, JSON.stringify({ [type]: text(length) }), session);
      yield { name: value, run: () => judge(value, MOST, LONG, put) };
      for (const operator of ['eq', 'contains', 'in', 'gte']) {
        const name = `${operator} of ${type}, ${kind}`;
        const filter = `${rows}?filter[${type}][${operator}]=`;
        const list: Send = length =>
          send('GET', filter + encoded(fitting(text, length)), undefined, session);
        yield { name, run: () => judge(name, MOST_OF_HEAD, LONG_HEAD, list) };
      }
    }
    for (const header of HEADERS) {
      const name = `header ${header}, ${kind}`;
      const list: Send = length => {
        const written = fitting(text, length).replace(/[^\x20-\x7e\t]/g, '0');
        const headed = `${SCHEMES[header] ?? ''}${written}`.trim();
        return send('GET', `/tables/project/${ids.projectId}`, undefined, {
          ...session,
          [header]: headed,
        });
      };
      yield { name, run: () => judge(name, MOST_OF_HEAD, LONG_HEAD, list) };
    }
  }
}

const hashOf = ({ name }: Probe): string =>
  createHash('sha1').update(`${values.seed} ${name}`).digest('hex');
const { rows, rowId } = await makeRow();
const probes = [
  ...probesOfRows(rows, rowId),
  ...operationsOf(document).flatMap(one => [...probesOf(one)]),
]
  .filter(({ name }) => name.includes(values.only))
  .map(probe => ({ ...probe, hash: hashOf(probe) }))
  .toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
const begun = performance.now();
const minutes = (): number => (performance.now() - begun) / 60_000;
let done = 0;
for (; done < probes.length && minutes() < Number(values.minutes); done++)
  await probes[done]!.run();
console.log(
  `${done} of ${probes.length} places, ${asked} requests, ${minutes().toFixed(1)} minutes`,
);
hangUp();
await server.close();
rmSync(directory, { recursive: true });
// Timers of limits that are still open would hold the process for a minute.
process.exit(faults.length > 0 ? 1 : 0);
