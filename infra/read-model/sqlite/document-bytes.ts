import type { Partition } from './partition.ts';
import type { Statements } from './statements.ts';
import { WhileUnchanged } from './while-unchanged.ts';

const sums = new WhileUnchanged<number>({ most: 500_000, mostOfOne: 1_000, sizeOf: () => 0 });

/** Returns the bytes of all documents, whose sizes are read without them: 40 ns a document. */
export function documentBytes(statements: Statements, partition: Partition): number {
  if (partition.state.width === 0) return 0;
  const known = sums.get(statements, partition, '');
  if (known !== undefined) return known;
  const [sum] = statements.row<[number | null]>(
    `SELECT sum(octet_length(doc)) FROM ${partition.table}`,
  )!;
  sums.set(statements, partition, '', sum ?? 0);
  return sum ?? 0;
}
