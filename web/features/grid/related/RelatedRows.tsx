import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { useEffect, type ReactNode } from 'react';
import { preloadPicker } from '../cells/fields/related.tsx';
import { useWords, WordsContext } from '../cells/use-words.ts';
import { RelatedContext, useRelated } from './use-related.ts';

/** Gives the grid of a table the texts of the rows that its related fields point to. */
export function RelatedRows({
  table,
  fields,
  children,
}: {
  table: Table;
  fields: readonly Field[];
  children: ReactNode;
}) {
  const [words, related] = useRelated(table, fields, useWords());
  const isRelated = related !== undefined;
  useEffect(() => {
    if (isRelated) preloadPicker();
  }, [isRelated]);
  return (
    <WordsContext value={words}>
      <RelatedContext value={related}>{children}</RelatedContext>
    </WordsContext>
  );
}
