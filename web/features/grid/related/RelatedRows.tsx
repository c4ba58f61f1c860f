import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { useEffect, type ReactNode } from 'react';
import { preloadPicker } from '../cells/fields/related.tsx';
import { useWords, WordsContext } from '../cells/use-words.ts';
import { FilesContext, useFiles, useWordsOfFiles } from '../files/use-files.ts';
import { RelatedContext, useRelated } from './use-related.ts';

/** Provides a table's grid with the texts of related rows and the files of its own rows. */
export function RelatedRows({
  table,
  fields,
  children,
}: {
  table: Table;
  fields: readonly Field[];
  children: ReactNode;
}) {
  const files = useFiles(table, fields);
  const [words, related] = useRelated(table, fields, useWordsOfFiles(useWords(), files));
  const isRelated = related !== undefined;
  useEffect(() => {
    if (isRelated) preloadPicker();
  }, [isRelated]);
  return (
    <WordsContext value={words}>
      <RelatedContext value={related}>
        <FilesContext value={files}>{children}</FilesContext>
      </RelatedContext>
    </WordsContext>
  );
}
