import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventStoreDbServer } from '../engines/eventstoredb/server.ts';
import { freePorts } from '../run/free-ports.ts';
import { Member } from './cluster.ts';
import { ask as asked, secret, settle, type Place } from './installation.ts';

const ROWS = 2_000;
const LONG = { timeout: 30_000, interval: 50 };

interface Import {
  readonly id: string;
  readonly state: string;
  readonly added: number;
  readonly undone: { readonly removed: number; readonly changed: number } | null;
}

describe('an import of rows', () => {
  const log = new EventStoreDbServer();
  let member: Member;
  let place: Place;
  beforeAll(async () => {
    await log.start();
    const [port] = await freePorts(1);
    member = new Member(
      { HZM_SECRET: secret, HZM_EVENT_STORE: log.address, HZM_LOG_LEVEL: 'error' },
      port!,
    );
    await member.healthy();
    place = await settle(member.address);
  });
  afterAll(async () => {
    await member.stop();
    log.kill();
  });

  const ask = <Data>(method: string, path: string, body?: unknown): Promise<Data> =>
    asked<Data>(member.address, method, path, body, place.headers);
  const imports = () => `/projects/${place.projectId}/row-imports`;
  const fieldId = async (): Promise<string> => {
    const path = `/tables/${place.projectId}/${place.table}/fields`;
    const { fields } = await ask<{ fields: { id: string; name: string }[] }>('GET', path);
    return fields.find(({ name }) => name === 'n')!.id;
  };
  const count = async (): Promise<number> =>
    (await ask<{ pagination: { total: number } }>('GET', `/data/table/${place.table}?limit=1`))
      .pagination.total;

  /** Uploads a file of numbers and starts its import into the field `n`. */
  async function begin(): Promise<string> {
    const lines = Array.from({ length: ROWS }, (_, i) => i).join('\n');
    const sent = await fetch(`${member.address}/api/v1${imports()}?file_name=a.csv`, {
      method: 'POST',
      headers: { ...place.headers, 'content-type': 'application/octet-stream' },
      body: `n\n${lines}\n`,
    });
    const { id } = ((await sent.json()) as { data: { import: Import } }).data.import;
    await ask('POST', `${imports()}/${id}/start`, {
      source: { format: 'csv', encoding: 'utf-8', delimiter: 'comma', header: true, sheet: 0 },
      target: { tableId: place.table },
      columns: [{ column: 0, name: 'n', field: await fieldId(), numbers: 'en', dates: 'ymd' }],
    });
    return id;
  }
  /** Resolves with an import in this state, asking again while its server is away. */
  async function until(id: string, state: string): Promise<Import> {
    let found: Import | undefined;
    await expect
      .poll(async () => {
        const { imports: all } = await ask<{ imports: Import[] }>('GET', imports()).catch(() => ({
          imports: [],
        }));
        found = all.find(one => one.id === id);
        return found?.state;
      }, LONG)
      .toBe(state);
    return found!;
  }
  /** Holds back the answer to the second append of this type until `release`. */
  function heldAt(type: string): { reached: Promise<void>; release: () => void } {
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let left = 2;
    log.heard = ({ events }) => {
      if (events[0]?.type !== type || --left !== 0) return undefined;
      reach();
      return released;
    };
    return { reached, release };
  }
  /** Kills the server between an append and its answer. */
  async function killedAt({ reached, release }: ReturnType<typeof heldAt>): Promise<void> {
    await reached;
    member.signal('SIGKILL');
    release();
  }

  it('goes on after kill -9, and so does its undoing, which counts what was removed before', async () => {
    const adding = heldAt('rows-added');
    const id = await begin();
    await killedAt(adding);
    expect(await until(id, 'done')).toMatchObject({ added: ROWS });
    expect(await count()).toBe(ROWS);
    const removing = heldAt('rows-removed');
    await ask('POST', `${imports()}/${id}/undo`, {});
    await killedAt(removing);
    expect(await until(id, 'undone')).toMatchObject({ undone: { removed: ROWS, changed: 0 } });
    expect(await count()).toBe(0);
  });

  it('ends as gone when its only field is deleted meanwhile, and undoing finds all of its rows', async () => {
    const { reached, release } = heldAt('rows-added');
    const id = await begin();
    await reached;
    await ask('DELETE', `/tables/${place.table}/fields/${await fieldId()}`, {});
    release();
    const { added } = await until(id, 'gone');
    expect(added).toBeLessThan(ROWS);
    expect(await count()).toBe(added);
    await ask('POST', `${imports()}/${id}/undo`, {});
    expect(await until(id, 'undone')).toMatchObject({ undone: { removed: added, changed: 0 } });
  });
});
