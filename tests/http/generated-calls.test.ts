import { newId } from '@hzm/contracts/core/ids';
import type { JsonObject } from '@hzm/contracts/core/json';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { Judge, mayEnd, operationsOf, requestsOf, type Operation } from '../fuzz/operations.ts';
import { Values } from '../fuzz/values.ts';
import { ask, elsewhere, hangUp } from '../hostile/raw.ts';
import { makeWorld, type World } from '../hostile/world.ts';
import { casesHere } from '../run/read-model-of-tests.ts';
import { serve, type Headed } from './serve.ts';

/** Requests of each operation; `npm run fuzz:api -- --runs=200` for more. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? casesHere(5));
const MINUTES = Number(process.env['FUZZ_MINUTES'] ?? Infinity);
const SEED = Number(process.env['FUZZ_SEED'] ?? 35);

const server = serve({ trustedProxies: ['127.0.0.1'] });
const port = (): number => Number(new URL(server.origin()).port);
afterAll(hangUp);

/** Signs in the administrator anew. */
const signIn = async (): Promise<Headed> => {
  const person = { email: 'yonetici@example.com', password: 'gizli-1' };
  const { token } = (await server.ask('POST', '/auth/login', person)).body.data;
  return { authorization: `Bearer ${token}` };
};

/** Everybody who may ask, in turn. */
const callers = (world: World, admin: Headed): readonly (() => Headed)[] => [
  () => world.session,
  () => ({ ...elsewhere(), ...world.adminKey }),
  () => world.session,
  () => admin,
  () => world.session,
  () => ({ ...elsewhere(), ...world.key }),
  elsewhere,
];

it(
  'generated requests of every operation are answered as the OpenAPI document says, without a fault of the server',
  { timeout: RUNS * 60_000 },
  async () => {
    let { session: admin } = await server.register('Yonetici');
    let worlds = 0;
    let world = await makeWorld(server, 'Ayse');
    const document = (await server.ask('GET', '/openapi.json')).body as JsonObject;
    const judge = new Judge(document);
    const faults: string[] = [];
    const asked = new Map<number, number>();
    const isLong = process.env['FUZZ_RUNS'] !== undefined;
    const found = (fault: string): void => {
      faults.push(fault);
      if (isLong) console.log(fault);
    };

    const run = async (operation: Operation, round: number): Promise<void> => {
      const existing = fc.constantFrom(...Object.values(world.ids));
      const ids = fc.oneof(existing, fc.constantFrom(newId(), 'x'));
      const { tableId: table_id, fieldId: field, rowId: row_id } = world.ids;
      const known: Readonly<Record<string, string | undefined>> = {
        ...world.ids,
        table_id,
        row_id,
        field,
      };
      const idOf = (name: string): string | undefined => known[name];
      const requests = requestsOf(operation, new Values(document, ids, idOf), idOf);
      const [request] = fc.sample(requests, { numRuns: 1, seed: SEED + round });
      const { path, headers, body } = request!;
      const asking = callers(world, admin);
      const by = asking[round % asking.length]!();
      const sent = operation.method === 'GET' ? undefined : (body ?? '{}');
      const headed = { 'content-type': 'application/json', ...headers, ...by };
      const answer = await ask(port(), operation.method, `/api/v1${path}`, headed, sent);
      if (!answer) return;
      asked.set(answer.status, (asked.get(answer.status) ?? 0) + 1);
      const type = String(answer.headers['content-type'] ?? '');
      const fault = judge.faultOf(operation, answer.status, type, answer.text);
      if (fault !== undefined)
        found(
          `${operation.method} ${path} ${fault}; round ${round}; sent ${sent?.slice(0, 300)}; by ${Object.keys(by).join()}; answer ${answer.text.slice(0, 300)}`,
        );
      if (answer.status >= 300 || !mayEnd(operation)) return;
      if (by === admin) admin = await signIn();
      else await another();
    };
    const another = async (): Promise<void> => {
      world = await makeWorld(server, `Ayse${++worlds}`);
    };

    const end = performance.now() + MINUTES * 60_000;
    let round = 0;
    for (; round < RUNS && performance.now() < end; round++, await another())
      for (const [at, operation] of operationsOf(document).entries())
        await run(operation, round * 1_000 + at);
    if (isLong) console.log(`${round} rounds`, Object.fromEntries(asked));
    expect(faults).toEqual([]);
    expect(asked.get(200) ?? 0).toBeGreaterThan(round * 10);
  },
);
