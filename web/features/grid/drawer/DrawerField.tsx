import { hasFiles, isGiven } from '@hzm/contracts/core/everyday';
import { type Json, memberOf } from '@hzm/contracts/core/json';
import type { Field } from '@hzm/contracts/features/tables/table';
import { Button } from '@mantine/core';
import { Suspense, use, useId, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { exampleOf } from '../../../lib/values/example-text.ts';
import { draftOf, type Words } from '../../../lib/values/value-text.ts';
import { part } from '../../../ui/part.ts';
import { Waiting } from '../../../ui/Waiting.tsx';
import { isComposing } from '../cells/fields/kind.ts';
import { kindOf } from '../cells/fields/kinds.ts';
import { useHint } from '../cells/use-hint.ts';
import { FilesContext } from '../files/use-files.ts';
import type { RemoteEdit } from '../model/reconcile.ts';
import type { RowView } from '../model/row-view.ts';
import { same } from '../model/row.ts';
import type { RowForm } from './use-row-form.ts';
import classes from './RowForm.module.css';

const CellFiles = part(async () => (await import('../files/CellFiles.tsx')).CellFiles);

interface Props {
  field: Field;
  drawn: RowView;
  /** The last other person who changed it. */
  by: RemoteEdit | undefined;
  form: RowForm;
  words: Words;
  /** Whether the reader may change it; a draft that they had begun can be copied. */
  writes: boolean;
  first: boolean;
}

/** Whether a key keeps the draft: Enter, and in a text of several lines Ctrl+Enter. */
const isCommit = (event: KeyboardEvent, isMultiline: boolean): boolean =>
  !isComposing(event) &&
  event.key === 'Enter' &&
  !event.shiftKey &&
  (!isMultiline || event.ctrlKey) &&
  !(event.target as Element).closest('button');

/**
 * One value of a row. It is kept when one leaves it; while one writes, changes of others do not
 * touch the text.
 */
export function DrawerField({ field, drawn, by, form, words, writes, first }: Props) {
  const { t } = useTranslation('grid');
  const id = useId();
  const value: Json = memberOf(drawn.values, field.id) ?? null;
  const draft = form.draftOf(field);
  const { multiline } = kindOf(field.type);
  const mark = memberOf(drawn.marks, field.id);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isCommit(event, multiline === true)) return;
    event.preventDefault();
    form.commit(field);
  };
  const hint = useHint(field);
  const note = draft?.problem
    ? t(`problems.${draft.problem}`)
    : draft && !same(draft.was, value)
      ? t('changedBy', { who: by?.name ?? t('issues.somebody') })
      : mark && t(`marks.${mark}`);
  return (
    <div
      role="group"
      aria-label={field.name}
      className={classes.field}
      data-mark={mark}
      data-field={field.name}
      onKeyDown={onKeyDown}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) form.commit(field);
      }}
    >
      <FieldLabel id={id} field={field} />
      <ValueInput {...{ id, field, drawn, form, words, writes, first, hint, note, value }} />
      {hint && (
        <span id={`${id}-hint`} className={classes.hint}>
          {hint}
        </span>
      )}
      {note && (
        <Note
          id={`${id}-note`}
          text={note}
          onDiscard={draft?.problem ? () => form.forget(field) : undefined}
        />
      )}
    </div>
  );
}

interface InputProps extends Pick<
  Props,
  'field' | 'drawn' | 'form' | 'words' | 'writes' | 'first'
> {
  id: string;
  hint: string | undefined;
  note: string | undefined;
  value: Json;
}

/** The editor of a value; the files of a row have no draft. */
function ValueInput(props: InputProps) {
  const { id, field, drawn, form, words, writes, first, hint, note, value } = props;
  const draft = form.draftOf(field);
  if (hasFiles(field.type))
    return (
      <FilesOfRow
        field={field}
        rowId={drawn.id}
        value={value}
        writes={writes && drawn.mark === undefined}
      />
    );
  const { Editor } = kindOf(field.type);
  return (
    <Editor
      id={id}
      field={field}
      draft={draft?.text ?? draftOf(field, value, words)}
      onDraft={text => form.change(field, text)}
      invalid={draft?.problem !== undefined}
      describedBy={
        [hint && `${id}-hint`, note && `${id}-note`].filter(Boolean).join(' ') || undefined
      }
      example={exampleOf(field, words.language)}
      focused={first}
      disabled={isGiven(field.type) || (!writes && draft === undefined)}
    />
  );
}

/** The files of a field, sent and taken out at once, without a draft. */
function FilesOfRow({
  field,
  rowId,
  value,
  writes,
}: Pick<Props, 'field' | 'writes'> & { rowId: string; value: Json }) {
  const { t } = useTranslation('grid');
  const files = use(FilesContext);
  if (!files) return null;
  return (
    <Suspense fallback={<Waiting text={t('cellFiles.loading')} heights={[44]} />}>
      <CellFiles
        key={`${rowId} ${field.id}`}
        cell={{ tableId: files.tableId, rowId, fieldId: field.id }}
        value={value}
        writes={writes}
      />
    </Suspense>
  );
}

function FieldLabel({ id, field: { name, required } }: { id: string; field: Field }) {
  return (
    <label htmlFor={id}>
      <bdi>{name}</bdi>
      {required && (
        <span aria-hidden className={classes.asterisk}>
          {' '}
          *
        </span>
      )}
    </label>
  );
}

/** Says why a draft is no value, and offers to discard it, or what became of the value. */
function Note({
  id,
  text,
  onDiscard,
}: {
  id: string;
  text: string;
  onDiscard: (() => void) | undefined;
}) {
  const { t } = useTranslation('grid');
  return (
    <span
      id={id}
      className={onDiscard ? classes.problem : classes.note}
      role={onDiscard ? 'alert' : 'status'}
    >
      {text}
      {onDiscard && (
        <Button size="compact-xs" variant="default" ml={8} onClick={onDiscard}>
          {t('issues.discard')}
        </Button>
      )}
    </span>
  );
}
