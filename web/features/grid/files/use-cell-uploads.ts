import { MAX_CELL_FILES } from '@hzm/contracts/core/everyday/file';
import { newId } from '@hzm/contracts/core/ids';
import { MAX_ATTACHMENT_BYTES } from '@hzm/contracts/features/attachments/attachment';
import { uploadCellFile } from '@hzm/contracts/features/cell-files/api';
import { use, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bytesText } from '../../../lib/bytes-text.ts';
import { useErrorText } from '../../../lib/error-text.ts';
import { sendFile } from '../../../lib/files.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { notifyFailed } from '../../../ui/notify.tsx';
import { FilesContext } from './use-files.ts';

/** The cell that files are sent to. */
export interface CellPlace {
  readonly tableId: string;
  readonly rowId: string;
  readonly fieldId: string;
}

/** An upload that is pending, or that has failed for a `reason`. */
export interface CellUpload {
  /** Idempotency key of the upload. */
  readonly key: string;
  readonly file: File;
  readonly sent: number;
  readonly reason: string | null;
}

export interface CellUploads {
  readonly all: readonly CellUpload[];
  readonly add: (files: readonly File[]) => void;
  readonly again: (upload: CellUpload) => void;
  readonly remove: (key: string) => void;
}

/** Returns a filter that notifies about files that are too large or too many and drops them. */
function useFitting(): (files: readonly File[], room: number) => readonly File[] {
  const { t } = useTranslation('grid');
  const language = useLanguage();
  const max = bytesText(MAX_ATTACHMENT_BYTES, language);
  return (files, room) => {
    const fits = files.filter(({ size }) => size <= MAX_ATTACHMENT_BYTES);
    for (const { name, size } of files)
      if (size > MAX_ATTACHMENT_BYTES) notifyFailed(t('cellFiles.tooLarge', { name, max }));
    if (fits.length > room) notifyFailed(t('cellFiles.tooMany', { max: MAX_CELL_FILES }));
    return fits.slice(0, Math.max(0, room));
  };
}

/** Returns a reference that tells whether the component is still mounted. */
function useShown(): { readonly current: boolean } {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}

/**
 * Sends files to a cell, one after another to keep their order. Uploads continue after the
 * component has gone; a failure is then a notification.
 */
export function useCellUploads(cell: CellPlace, count: number): CellUploads {
  const errorText = useErrorText();
  const fitting = useFitting();
  const files = use(FilesContext);
  const [all, setAll] = useState<readonly CellUpload[]>([]);
  const running = useRef(new Map<string, AbortController>());
  const queue = useRef(Promise.resolve());
  const isShown = useShown();
  const change = (key: string, next: Partial<CellUpload>): void =>
    setAll(before => before.map(one => (one.key === key ? { ...one, ...next } : one)));
  const drop = (key: string): void => setAll(before => before.filter(one => one.key !== key));
  const start = async ({ key, file }: CellUpload, way: AbortController): Promise<void> => {
    if (way.signal.aborted) return;
    try {
      const sent = await sendFile(
        uploadCellFile,
        { params: cell, query: { file_name: file.name } },
        file,
        { signal: way.signal, requestId: key, onBytes: bytes => change(key, { sent: bytes }) },
      );
      files?.learn(sent.file);
      drop(key);
    } catch (error) {
      if (way.signal.aborted) return;
      if (!isShown.current) notifyFailed(`${file.name}: ${errorText(error)}`);
      change(key, { reason: errorText(error) });
    } finally {
      running.current.delete(key);
    }
  };
  const begin = (upload: CellUpload): void => {
    const way = new AbortController();
    running.current.set(upload.key, way);
    queue.current = queue.current.then(() => start(upload, way));
  };
  return {
    all,
    add: given => {
      const room = MAX_CELL_FILES - count - all.length;
      const added = fitting(given, room).map(file => ({
        key: newId(),
        file,
        sent: 0,
        reason: null,
      }));
      setAll(before => [...before, ...added]);
      for (const one of added) begin(one);
    },
    again: upload => {
      change(upload.key, { sent: 0, reason: null });
      begin(upload);
    },
    remove: key => {
      running.current.get(key)?.abort();
      drop(key);
    },
  };
}
