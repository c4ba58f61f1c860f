import type { Statements } from './statements.ts';

/**
 * How much of a table goes at once, in rows and in bytes of documents: what is deleted is
 * overwritten, and others wait for it.
 */
const ROWS = 500;
const BYTES = 1_000_000;

/**
 * Leaves the tables of a partition that is gone to be emptied. What others keep of it goes at once.
 */
export function leave(statements: Statements, no: number): void {
  statements.run('INSERT OR IGNORE INTO leftovers (no) VALUES (?)', no);
  for (const table of ['tombstones', 'unindexed'])
    statements.run(`DELETE FROM ${table} WHERE partition = ?`, no);
}

/** Does a piece of what was left; whether there is more. */
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

/** The first rows of a table; whether there were any. */
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
