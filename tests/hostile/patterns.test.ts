import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveApart, type Apart, type Reply } from './apart.ts';

/** In milliseconds of processor time: these took 85, 180 and 480 in one turn. */
const LONGEST_TURN = 60;
/** The same of a call with two hundred fields, which took 4,000; the first pattern takes most. */
const LONGEST_TURN_OF_TABLES = 300;
/** A pattern that takes as many steps of a text as one may. */
const COSTLY = '(a*)*'.repeat(99);

describe('patterns of fields’ rules', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hzm-'));
  let server: Apart;
  let session: Readonly<Record<string, string>> = {};
  let [fields, rows, tables] = ['', '', ''];
  const addField = (name: string, pattern: string): Promise<Reply> =>
    server.ask('POST', fields, { name, type: 'string', validation: { pattern } }, session);

  beforeAll(async () => {
    server = await serveApart({ HZM_DATA_DIR: directory });
    const person = { name: 'Ayşe', email: 'ayse@example.com', password: 'gizli-1' };
    const { token, project } = (await server.ask('POST', '/auth/register', person)).body.data;
    session = { authorization: `Bearer ${token}` };
    const made = await server.ask(
      'POST',
      `/tables/project/${project.id}`,
      { name: 'Kalıplar' },
      session,
    );
    const tableId: string = made.body.data.table.id;
    fields = `/tables/${project.id}/${tableId}/fields`;
    rows = `/data/table/${tableId}/rows/bulk`;
    tables = `/projects/${project.id}/tables`;
  }, 60_000);
  afterAll(async () => {
    await server.close();
    rmSync(directory, { recursive: true });
  });

  it('are refused before their ranges are folded, also where they are none', async () => {
    const wide = `(?i)${'[a-\\x{10fff0}]'.repeat(28)}`;
    const { result, turn } = await server.turnDuring(() =>
      Promise.all(Array.from({ length: 10 }, (_, n) => addField(`alan${n}`, `${wide}(`))),
    );
    expect(result.map(({ body }) => body.details[0].path)).toEqual(
      result.map(() => 'validation.pattern'),
    );
    expect(turn).toBeLessThan(LONGEST_TURN);
  });

  it('of whole tables are made ready in slices, as far as those of a call may cost', async () => {
    const wide = `(?i)${'[a-\\x{10ffff}]'.repeat(2)}`;
    const whole = Array.from({ length: 5 }, (_, at) => ({
      name: `Tablo ${at}`,
      fields: Array.from({ length: 40 }, (__, n) => ({
        name: `alan ${n}`,
        type: 'string',
        validation: { pattern: `${at} ${n}${wide}` },
      })),
    }));
    const { result, turn } = await server.turnDuring(() =>
      server.ask('POST', tables, { tables: whole }, session),
    );
    expect(result.status).toBe(400);
    expect(result.body.details[0].path).toMatch(/^tables\.0\.fields\.3\d\.validation\.pattern$/);
    expect(turn).toBeLessThan(LONGEST_TURN_OF_TABLES);
  });

  it('are compared in slices, by many writes of many rows at once', async () => {
    expect((await addField('ad', COSTLY)).status).toBe(201);
    const written = { rows: Array.from({ length: 1_000 }, () => ({ ad: 'a'.repeat(250) })) };
    const { result, turn } = await server.turnDuring(() =>
      Promise.all(Array.from({ length: 10 }, () => server.ask('POST', rows, written, session))),
    );
    expect(result.map(({ status }) => status)).toEqual(result.map(() => 400));
    expect(turn).toBeLessThan(LONGEST_TURN);
  });

  it('are made ready in slices, too, when a single row comes after a restart', async () => {
    const wide = `(?i)^${'[a-\\x{10ffff}]'.repeat(2)}`;
    const named = Array.from({ length: 30 }, (_, n) => [`alan ${n}`, 'metin'] as const);
    const made = await server.ask(
      'POST',
      tables,
      {
        tables: [
          {
            name: 'Geniş',
            fields: named.map(([name], n) => ({
              name,
              type: 'string',
              validation: { pattern: `${wide}|${n}` },
            })),
          },
        ],
      },
      session,
    );
    expect(made.status).toBe(201);
    await server.close();
    server = await serveApart({ HZM_DATA_DIR: directory });
    const place = `/data/table/${made.body.data.tables[0].id}`;
    expect((await server.ask('GET', place, undefined, session)).status).toBe(200);
    const { result, turn } = await server.turnDuring(() =>
      server.ask('POST', `${place}/rows`, Object.fromEntries(named), session),
    );
    expect(result.status).toBe(201);
    expect(turn).toBeLessThan(LONGEST_TURN);
  });
});
