import type { Json } from '@hzm/contracts/core/json';

/** The forms in which a row is copied for other people and programs. */
export type CopyForm = 'link' | 'curl' | 'json';

export interface CopiedRow {
  readonly id: string;
  readonly values: { readonly [field: string]: Json | undefined };
}

interface Where {
  /** URL of the page, without search and hash. */
  readonly page: string;
  readonly origin: string;
  readonly tableId: string;
}

/** Returns the link to a row, which opens it over its table. */
const linkOf = ({ page, tableId }: Where, id: string): string =>
  `${page}?${new URLSearchParams({ table: tableId, row: id })}`;

/**
 * Secrets are left for whoever runs it: a key that is copied is a key that is pasted into a chat.
 */
const curlOf = ({ origin, tableId }: Where, id: string): string =>
  `curl '${origin}/api/v1/data/table/${tableId}/rows/${id}' -H "X-API-Key: $HZM_API_KEY"`;

/** Rows as text: one line each, or JSON as the API gives them, alone or as a list. */
export function rowsAsText(form: CopyForm, rows: readonly CopiedRow[], where: Where): string {
  switch (form) {
    case 'link':
      return rows.map(({ id }) => linkOf(where, id)).join('\n');
    case 'curl':
      return rows.map(({ id }) => curlOf(where, id)).join('\n');
    case 'json': {
      const docs = rows.map(({ id, values }) => ({ ...values, id }));
      return JSON.stringify(docs.length === 1 ? docs[0] : docs, null, 2);
    }
  }
}
