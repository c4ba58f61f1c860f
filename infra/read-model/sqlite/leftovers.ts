import type { Statements } from './statements.ts';

/**
 * Bounds of one step of deletion, in rows and bytes of documents: deleted data is overwritten, and
 * writes wait for it.
 */
const ROWS = 500;
const BYTES = 1_000_000;

/**
 * Queues the tables of a removed partition for deletion. Its entries in shared tables go at once.
 */
export function leave(statements: Statements, no: number): void {
  statements.run('INSERT OR IGNORE INTO leftovers (no) VALUES (?)', no);
  for (const table of ['tombstones', 'unindexed'])
    statements.run(`DELETE FROM ${table} WHERE partition = ?`, no);
}

/** Deletes one step of the queued tables. @returns whether more is left */
export function sweep(statements: Statements): boolean {
  const [no] = statements.row<[number]>('SELECT no FROM leftovers LIMIT 1') ?? [];
  if (no === undefined) return false;
  const table = `d${no}`;
  const [index] =
    statements.row<[string]>(
      `SELECT name FROM pragma_index_list(?) WHERE origin = 'c' LIMIT 1`,
      table,
    ) ?? [];
  if (index !== undefined) statements.exec(`DROP INDEX ${index}`);
  else if (!deleteSome(statements, table)) {
    statements.exec(`DROP TABLE IF EXISTS ${table}; DROP TABLE IF EXISTS x${no}`);
    statements.run('DELETE FROM leftovers WHERE no = ?', no);
  }
  return true;
}

/** Deletes the first rows of a table. @returns whether there were any */
function deleteSome(statements: Statements, table: string): boolean {
  const exists = statements.row(`SELECT 1 FROM pragma_table_info(?) LIMIT 1`, table);
  if (!exists) return false;
  const rows = statements.rows<[number, number]>(
    `SELECT seq, octet_length(doc) FROM ${table} ORDER BY seq LIMIT ${ROWS}`,
  );
  let bytes = 0;
  const last = rows.find(([, size]) => (bytes += size) >= BYTES) ?? rows.at(-1);
  if (last) statements.run(`DELETE FROM ${table} WHERE seq <= ?`, last[0]);
  return last !== undefined;
}
