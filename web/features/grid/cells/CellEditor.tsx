import type { Json } from '@hzm/contracts/core/json';
import type { Field } from '@hzm/contracts/features/tables/table';
import { useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { exampleOf } from '../../../lib/values/example-text.ts';
import { formatted } from '../../../lib/values/value-text.ts';
import type { Words } from '../../../lib/values/value-text.ts';
import { focusFirst } from '../../../ui/focus-first.ts';
import { same } from '../model/row.ts';
import { kindOf } from './fields/kinds.ts';
import type { Editing } from './use-editing.ts';
import { useFloating } from './use-floating.ts';
import { useHint } from './use-hint.ts';
import classes from './Floating.module.css';

/**
 * Floats over its cell. When somebody else changes the value meanwhile it says so, and leaves the
 * text alone.
 */
export function CellEditor({
  editing,
  field,
  now,
  words,
}: {
  editing: Editing;
  field: Field;
  now: Json;
  words: Words;
}) {
  const { t } = useTranslation('grid');
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  useFloating(ref, () => ref.current?.closest('[data-cell]'), 'over');
  useLayoutEffect(() => focusFirst(ref.current), []);
  const hint = useHint(field);
  const { draft, change } = editing;
  if (!draft) return null;
  const { Editor } = kindOf(field.type);
  const changed = !same(now, draft.was);
  const note = draft.problem
    ? t(`problems.${draft.problem}`)
    : changed
      ? t('changedMeanwhile', { value: formatted(field, now, words) || t('empty') })
      : hint;
  return (
    <div
      ref={ref}
      popover="manual"
      className={classes.editor}
      data-editor
      data-field-type={field.type}
    >
      <Editor
        field={field}
        draft={draft.text}
        onDraft={change}
        label={t('editOf', { field: field.name })}
        invalid={draft.problem !== undefined}
        describedBy={note && id}
        example={exampleOf(field, words.language)}
        focused
        floating
      />
      {note && (
        <span
          id={id}
          className={classes.note}
          data-problem={draft.problem}
          role={draft.problem ? 'alert' : changed ? 'status' : undefined}
          data-hint={note === hint || undefined}
        >
          {note}
        </span>
      )}
    </div>
  );
}
