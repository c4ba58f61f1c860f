import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { casesHere } from '../run/read-model-of-tests.ts';
import { serve, type Headed } from './serve.ts';

const { ask, register } = serve();
let by: { readonly projectId: string; readonly session: Headed };
beforeAll(async () => {
  await register('Admin');
  by = await register('Ayse');
});

interface Row {
  readonly id: string;
  readonly values: Map<string, string>;
  isDeleted: boolean;
}
interface Table {
  readonly id: string;
  /** Fields in the order of their making, by id. */
  readonly fields: Map<string, { readonly name: string; isDeleted: boolean }>;
  readonly rows: Row[];
  readonly name: string;
  isDeleted: boolean;
}

const byText = (a: unknown, b: unknown): number => (String(a) < String(b) ? -1 : 1);

const done = async (method: string, path: string, body?: unknown) => {
  const answer = await ask(method, path, body, by.session);
  expect([path, answer.status, answer.body.error]).toEqual([path, answer.status, undefined]);
  return answer.body.data;
};

/** A project's tables as they should be, written to and asked for over HTTP. */
class Model {
  readonly tables: Table[] = [];
  readonly #unique = Math.random().toString(36).slice(2, 8);
  #names = 0;

  get name(): string {
    return `n${++this.#names} ${this.#unique}`;
  }

  get bin(): string {
    return `/projects/${by.projectId}/bin`;
  }

  async begin(): Promise<void> {
    for (let n = 0; n < 2; n++) {
      const { name } = this;
      const { table } = await done('POST', `/tables/project/${by.projectId}`, { name });
      const made: Table = { id: table.id, name, fields: new Map(), rows: [], isDeleted: false };
      this.tables.push(made);
      for (let f = 0; f < 3; f++) await this.addField(made);
      for (let r = 0; r < 4; r++) await this.addRow(made);
    }
  }

  async addField(table: Table): Promise<void> {
    if (table.isDeleted) return;
    const { name } = this;
    const { field } = await done('POST', `/tables/${by.projectId}/${table.id}/fields`, {
      name,
      type: 'string',
    });
    table.fields.set(field.id, { name, isDeleted: false });
  }

  async addRow(table: Table): Promise<void> {
    if (table.isDeleted) return;
    const values = new Map(this.#alive(table).map(([id]) => [id, `v${++this.#names}`] as const));
    const { row } = await done(
      'POST',
      `/data/table/${table.id}/rows?fieldKey=id`,
      Object.fromEntries(values),
    );
    table.rows.push({ id: row.id, values, isDeleted: false });
  }

  async changeRow(table: Table, row: Row, field: string): Promise<void> {
    if (table.isDeleted || row.isDeleted || table.fields.get(field)!.isDeleted) return;
    const value = `v${++this.#names}`;
    await done('PUT', `/data/table/${table.id}/rows/${row.id}?fieldKey=id`, { [field]: value });
    row.values.set(field, value);
  }

  async turnRow(table: Table, row: Row, inBulk: boolean): Promise<void> {
    if (table.isDeleted) return;
    const path = `/data/table/${table.id}/rows`;
    if (inBulk)
      await done('POST', `${path}/bulk`, { [row.isDeleted ? 'restores' : 'deletes']: [row.id] });
    else if (row.isDeleted) await done('POST', `${path}/${row.id}/restore`, {});
    else await done('DELETE', `${path}/${row.id}`);
    row.isDeleted = !row.isDeleted;
  }

  async turnField(table: Table, fieldId: string): Promise<void> {
    const field = table.fields.get(fieldId)!;
    if (table.isDeleted) return;
    if (field.isDeleted) await done('POST', `${this.bin}/fields/${fieldId}/restore`, {});
    else await done('DELETE', `/tables/${table.id}/fields/${fieldId}`);
    field.isDeleted = !field.isDeleted;
  }

  async turnTable(table: Table): Promise<void> {
    if (table.isDeleted) await done('POST', `${this.bin}/tables/${table.id}/restore`, {});
    else await done('DELETE', `/tables/${table.id}`);
    table.isDeleted = !table.isDeleted;
  }

  #alive({ fields }: Table) {
    return [...fields].filter(([, { isDeleted }]) => !isDeleted);
  }

  /** The expected reading: names, fields in their order, rows with values, and the bin. */
  get expected() {
    return this.tables.map(table => ({
      name: table.isDeleted ? null : table.name,
      fields: table.isDeleted ? [] : this.#alive(table).map(([, { name }]) => name),
      rows: table.isDeleted
        ? []
        : table.rows
            .filter(({ isDeleted }) => !isDeleted)
            .map(({ id, values }) => [
              id,
              this.#alive(table).map(([fieldId]) => values.get(fieldId) ?? null),
            ])
            .toSorted(byText),
      deletedRows: table.isDeleted
        ? []
        : table.rows.flatMap(({ id, isDeleted }) => (isDeleted ? [id] : [])).toSorted(),
      deletedFields: [...table.fields]
        .flatMap(([id, { isDeleted }]) => (isDeleted ? [id] : []))
        .toSorted(),
    }));
  }

  async read(): Promise<Model['expected']> {
    const { tables } = await done('GET', `/tables/project/${by.projectId}`);
    const fields = (await done('GET', `${this.bin}?kind=field&limit=100`)).entries;
    const deleted = (await done('GET', `${this.bin}?kind=table&limit=100`)).entries;
    const found: Model['expected'] = [];
    for (const { id, isDeleted } of this.tables) {
      const table = tables.find((one: { id: string }) => one.id === id);
      if (deleted.some((one: { id: string }) => one.id === id) !== isDeleted)
        throw new Error(`${id} in the bin: not ${String(isDeleted)}`);
      const rows = table && (await done('GET', `/data/table/${id}?fieldKey=id`)).rows;
      const gone = table && (await done('GET', `/data/table/${id}/bin`)).rows;
      found.push({
        name: table?.name ?? null,
        fields: table?.fields.map(({ name }: { name: string }) => name) ?? [],
        rows:
          rows
            ?.map((row: Record<string, string>) => [
              row['id'],
              table.fields.map((field: { id: string }) => row[field.id]),
            ])
            .toSorted(byText) ?? [],
        deletedRows: gone?.map((row: { id: string }) => row.id).toSorted() ?? [],
        deletedFields: fields
          .filter(({ tableId }: { tableId: string }) => tableId === id)
          .map((one: { id: string }) => one.id)
          .toSorted(),
      });
    }
    return found;
  }
}

const place = fc.nat({ max: 30 });
const step = fc.oneof(
  { weight: 1, arbitrary: fc.record({ act: fc.constant('addField' as const), at: place }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('addRow' as const), at: place }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('changeRow' as const),
      at: place,
      on: place,
      of: place,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('turnRow' as const),
      at: place,
      on: place,
      inBulk: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('turnField' as const), at: place, on: place }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('turnTable' as const), at: place }) },
);
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!;

it(
  'any sequence of deletions and returns of rows, fields and tables equals a model',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async steps => {
        const model = new Model();
        await model.begin();
        for (const one of steps) {
          const table = pick(model.tables, one.at);
          if (one.act === 'addField') await model.addField(table);
          else if (one.act === 'addRow') await model.addRow(table);
          else if (one.act === 'turnTable') await model.turnTable(table);
          else if (one.act === 'turnRow')
            await model.turnRow(table, pick(table.rows, one.on), one.inBulk);
          else if (one.act === 'turnField')
            await model.turnField(table, pick([...table.fields.keys()], one.on));
          else
            await model.changeRow(
              table,
              pick(table.rows, one.on),
              pick([...table.fields.keys()], one.of),
            );
        }
        expect(await model.read()).toEqual(model.expected);
        for (const table of model.tables) if (!table.isDeleted) await model.turnTable(table);
        for (const { id, name } of model.tables)
          await done('DELETE', `${model.bin}/tables/${id}`, { confirm: name });
      }),
      { numRuns: casesHere(12), endOnFailure: true },
    );
  },
);
