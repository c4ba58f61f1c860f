import { hasFiles } from '@hzm/contracts/core/everyday';
import type { Json } from '@hzm/contracts/core/json';
import type { UploadedFile } from '@hzm/contracts/features/attachments/attachment';
import { listCellFiles } from '@hzm/contracts/features/cell-files/api';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { createContext, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../lib/http.ts';
import type { FileTexts } from '../../../lib/values/files.ts';
import type { Words } from '../../../lib/values/value-text.ts';
import { watch } from '../../../realtime/socket.ts';
import { createRelatedNames, type NamesPort } from '../related/related-names.ts';

/** Maximum files of one call, `MAX_DESCRIBED` of the server. */
const AT_ONCE = 100;

/** The files of a table's rows. */
export interface TableFiles extends FileTexts {
  readonly tableId: string;
  readonly fileOf: (id: string) => UploadedFile | null | undefined;
  /** Adds a file that was just uploaded. */
  readonly learn: (file: UploadedFile) => void;
}

/** The files of the table in sight; undefined if it has no field of files. */
export const FilesContext = createContext<TableFiles | undefined>(undefined);

/** Reads files by id; a file without an answer is no longer kept. */
const readFiles: NamesPort['read'] = async ({ tableId }, ids, waitFor) => {
  const parts = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, at) =>
    ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
  const read = await Promise.all(
    parts.map(part =>
      send(listCellFiles, { params: { tableId }, query: { ids: part.join() } }, { waitFor }),
    ),
  );
  return read.flatMap(({ data }) =>
    data.files.map(file => ({ id: file.id, value: file as unknown as Json })),
  );
};

const isNever = (): (() => void) => () => {};
const zero = (): number => 0;

/** Returns the files of a table's rows, read on demand; undefined without a field of files. */
export function useFiles(table: Table, fields: readonly Field[]): TableFiles | undefined {
  const { t } = useTranslation('grid');
  const isAsked = fields.some(({ type }) => hasFiles(type));
  const [names] = useState(() => createRelatedNames({ read: readFiles, watch }));
  const version = useSyncExternalStore(
    isAsked ? names.subscribe : isNever,
    isAsked ? names.version : zero,
  );
  const gone = t('cellFiles.gone');
  return useMemo(() => {
    if (!isAsked) return undefined;
    const label = { tableId: table.id, fieldId: undefined };
    return {
      tableId: table.id,
      gone,
      fileOf: id => {
        const known = names.valueOf(label, id);
        return known ? (known.value as unknown as UploadedFile) : known;
      },
      learn: file => names.learn(label, [{ id: file.id, value: file }]),
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is known is drawn again
  }, [names, table.id, isAsked, version, gone]);
}

/** Adds the names of files to words. */
export const useWordsOfFiles = (words: Words, files: TableFiles | undefined): Words =>
  useMemo(() => (files ? { ...words, files } : words), [words, files]);
