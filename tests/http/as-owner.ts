import { expect } from 'vitest';
import type { Headed, serve } from './serve.ts';

type Server = ReturnType<typeof serve>;
export type Person = Awaited<ReturnType<Server['register']>>;

/** Requests of the owner of a project. @param owner returns the owner of the test that runs */
export function asOwner({ ask }: Pick<Server, 'ask'>, owner: () => Person) {
  const asked = (method: string, path: string, body?: unknown, by: Headed = owner().session) =>
    ask(method, path, body, by);
  /** Returns the data of a request that must succeed. */
  const data = async (...of: Parameters<typeof asked>) => {
    const { status, body } = await asked(...of);
    expect([of[1], status < 300 ? 'done' : body]).toEqual([of[1], 'done']);
    return body.data;
  };
  return {
    asked,
    data,
    /** Makes a table with fields, by their names and types. */
    made: async (name: string, fields: Readonly<Record<string, string>>) => {
      const { projectId } = owner();
      const { table } = await data('POST', `/tables/project/${projectId}`, { name });
      const ids: string[] = [];
      for (const [field, type] of Object.entries(fields)) {
        const path = `/tables/${projectId}/${table.id}/fields`;
        ids.push((await data('POST', path, { name: field, type })).field.id);
      }
      return { id: table.id as string, fields: ids };
    },
    /** Adds a row, and returns its id. */
    add: async (tableId: string, values: object): Promise<string> =>
      (await data('POST', `/data/table/${tableId}/rows`, values)).row.id,
  };
}
