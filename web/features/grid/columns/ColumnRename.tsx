import type { Field } from '@hzm/contracts/features/tables/table';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../lib/error-text.ts';
import { useSending } from '../../../ui/use-sending.ts';
import classes from './GridHeader.module.css';

interface Props {
  field: Pick<Field, 'name'>;
  onRename: (name: string) => Promise<void>;
  /** `isKey`: by a key, so that the focus stays in the header. */
  onClose: (isKey: boolean) => void;
}

/** A column's name while it is changed in its place. A refused name stays, with the reason. */
export function ColumnRename({ field, onRename, onClose }: Props) {
  const { t } = useTranslation('grid');
  const errorText = useErrorText();
  const { busy, error, run } = useSending();
  const [name, setName] = useState(field.name);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const isClosed = useRef(false);
  useEffect(() => input.current?.select(), []);
  const close = (isKey: boolean): void => {
    isClosed.current = true;
    onClose(isKey);
  };
  const save = (isKey: boolean): void => {
    const wanted = name.trim();
    if (wanted === '' || wanted === field.name) return close(isKey);
    void run(async () => {
      await onRename(wanted);
      close(isKey);
    });
  };
  return (
    <span className={classes.rename}>
      <input
        ref={input}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- asked for by a key or a double click
        autoFocus
        aria-label={t('columns.renameTo', { field: field.name })}
        aria-invalid={error !== null}
        aria-describedby={error ? id : undefined}
        autoComplete="off"
        maxLength={100}
        readOnly={busy}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        onPointerDown={event => event.stopPropagation()}
        onKeyDown={event => {
          event.stopPropagation();
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') save(true);
          if (event.key === 'Escape') close(true);
        }}
        onBlur={() => {
          if (!busy && !error && !isClosed.current) save(false);
        }}
      />
      {error && (
        <small id={id} role="alert">
          {errorText(error)}
        </small>
      )}
    </span>
  );
}
