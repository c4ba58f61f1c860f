import { MAX_CELL_FILES } from '@hzm/contracts/core/everyday/file';
import type { Json } from '@hzm/contracts/core/json';
import { putBackCellFile, takeOutCellFile } from '@hzm/contracts/features/cell-files/api';
import { Button, Text } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type FocusEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../lib/http.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { useSending } from '../../../ui/use-sending.ts';
import { isTouched } from '../body/use-viewport.ts';
import { CellFile, TakenOut } from './CellFile.tsx';
import { UploadItem } from './UploadItem.tsx';
import { useCellUploads, type CellPlace, type CellUploads } from './use-cell-uploads.ts';
import classes from './CellFiles.module.css';

interface Props {
  cell: CellPlace;
  /** The cell's value. */
  value: Json;
  /** Whether the reader may change it. */
  writes: boolean;
  /** Files to send when the cell opens. */
  given?: readonly File[];
  /** Whether the button that adds files has the focus first, so that files can be pasted. */
  focused?: boolean;
}

/** The files of a cell, with buttons to open, download, add and take out. */
export function CellFiles({ cell, value, writes, given = [], focused = false }: Props) {
  const { t } = useTranslation('grid');
  const ids = Array.isArray(value) ? value.map(String) : [];
  const uploads = useCellUploads(cell, ids.length);
  useGiven(writes ? given : [], uploads.add);
  const focusOfItem = useFocusOfItem();
  const { taken, take, back, busy, error } = useTaking(cell);
  const left = taken.filter(id => !ids.includes(id));
  return (
    <div {...focusOfItem} className={classes.files} {...(writes && takingFiles(uploads.add))}>
      {ids.length + left.length + uploads.all.length > 0 ? (
        <ul className={classes.list} aria-label={t('cellFiles.label')}>
          {ids.map(id => (
            <CellFile
              key={id}
              cell={cell}
              id={id}
              busy={busy}
              onTake={writes ? () => take(id) : undefined}
            />
          ))}
          {left.map(id => (
            <TakenOut key={id} id={id} busy={busy} onBack={() => back(id)} />
          ))}
          {uploads.all.map(upload => (
            <UploadItem key={upload.key} upload={upload} uploads={uploads} />
          ))}
        </ul>
      ) : (
        !writes && <Text c="dimmed">{t('cellFiles.none')}</Text>
      )}
      {error && <ErrorNotice error={error} title={t('cellFiles.changeFailed')} />}
      {writes && <AddFiles count={ids.length} uploads={uploads} focused={focused} />}
    </div>
  );
}

/** Sends the files that were dropped on the cell, once. */
function useGiven(given: readonly File[], add: CellUploads['add']): void {
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current || given.length === 0) return;
    isSent.current = true;
    add(given);
  });
}

/** Keeps the focus on the file whose button had it, or on the button after the files. */
function useFocusOfItem() {
  const ref = useRef<HTMLDivElement>(null);
  const had = useRef<{ readonly button: Element; readonly id: string | undefined }>(undefined);
  useLayoutEffect(() => {
    if (!had.current || had.current.button.isConnected) return;
    const { id = '' } = had.current;
    had.current = undefined;
    if (document.activeElement !== document.body) return;
    const item = ref.current?.querySelector(`[data-file="${CSS.escape(id)}"]`);
    const buttons = (item ?? ref.current)?.querySelectorAll<HTMLElement>('button:enabled');
    [...(buttons ?? [])].at(-1)?.focus();
  });
  const onFocusCapture = ({ target }: FocusEvent): void => {
    const id = target.closest<HTMLElement>('[data-file]')?.dataset['file'];
    had.current = { button: target, id };
  };
  return { ref, onFocusCapture };
}

/** Takes files out and remembers them, so that they can be put back. */
function useTaking(cell: CellPlace) {
  const [taken, setTaken] = useState<readonly string[]>([]);
  const { busy, error, run } = useSending();
  const params = (fileId: string) => ({ params: { ...cell, fileId } });
  return {
    taken,
    busy,
    error,
    take: (id: string): void =>
      void run(async () => {
        await send(takeOutCellFile, params(id));
        setTaken(before => [...before.filter(one => one !== id), id]);
      }),
    back: (id: string): void =>
      void run(async () => {
        await send(putBackCellFile, params(id));
      }),
  };
}

/** Returns the listeners of an element for dropped and pasted files. */
const takingFiles = (add: CellUploads['add']) => ({
  onDragOver: (event: DragEvent): void => event.preventDefault(),
  onDrop: (event: DragEvent): void => {
    event.preventDefault();
    add([...event.dataTransfer.files]);
  },
  onPaste: ({ clipboardData: { files } }: ClipboardEvent): void => {
    if (files.length > 0) add([...files]);
  },
});

interface AddProps {
  count: number;
  uploads: CellUploads;
  focused: boolean;
}

function AddFiles({ count, uploads, focused }: AddProps) {
  const { t } = useTranslation('grid');
  const input = useRef<HTMLInputElement>(null);
  const isFull = count + uploads.all.length >= MAX_CELL_FILES;
  return (
    <div className={classes.add}>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-cell-files
        onChange={({ currentTarget }) => {
          uploads.add([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <Button
        variant="default"
        leftSection={<IconPaperclip size={17} aria-hidden />}
        disabled={isFull}
        data-autofocus={focused || undefined}
        onClick={() => input.current?.click()}
      >
        {t('cellFiles.add')}
      </Button>
      <Text size="sm" c="dimmed">
        {t(isFull ? 'cellFiles.full' : isTouched ? 'cellFiles.most' : 'cellFiles.hint', {
          max: MAX_CELL_FILES,
        })}
      </Text>
    </div>
  );
}
