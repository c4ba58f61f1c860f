import type { Field } from '@hzm/contracts/features/tables/table';
import { useId, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { kindOf, valueFrom } from './fields/kinds.ts';
import { isComposing, type Problem, type Words } from './fields/kind.ts';
import classes from './RowForm.module.css';
import type { DrawnRow } from './model/draw.ts';
import type { Touch } from './model/reconcile.ts';
import { same } from './model/row.ts';
import { type Json, memberOf } from '@hzm/contracts/core/json';
import type { GridSession } from './session.ts';

interface Props {
  rowId: string;
  field: Field;
  drawn: DrawnRow;
  /** Who of the others changed it last. */
  by: Touch | undefined;
  session: GridSession;
  words: Words;
}

/** One value of a row. It is kept when one leaves it; while one writes, changes of others do not touch the text. */
export function DrawerField({ rowId, field, drawn, by, session, words }: Props) {
  const { t } = useTranslation('grid');
  const id = useId();
  const value: Json = memberOf(drawn.values, field.name) ?? null;
  const [draft, setDraft] = useState<{ readonly text: string; readonly was: Json } | null>(null);
  const [problem, setProblem] = useState<Problem>();
  const { Editor, draftOf, multiline } = kindOf(field.type);
  const mark = memberOf(drawn.marks, field.name);
  const forget = (): void => { setDraft(null); setProblem(undefined); };
  const commit = (): void => {
    if (!draft) return;
    const parsed = valueFrom(field, draft.text, words);
    if ('problem' in parsed) return setProblem(parsed.problem);
    forget();
    if (!same(parsed.value, draft.was)) session.edit([{ rowId, field: field.name, before: draft.was, after: parsed.value }]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event) || !draft) return;
    if (event.key === 'Enter' && !event.shiftKey && !(multiline && !event.ctrlKey)) {
      event.preventDefault();
      commit();
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      forget();
    }
  };
  const note = problem ? t(`problems.${problem}`) : draft && !same(draft.was, value) ? t('changedBy', { who: by?.name ?? t('issues.somebody') }) : mark && t(`marks.${mark}`);
  return (
    <div role="group" aria-label={field.name} className={classes.field} data-mark={mark} data-field={field.name} onKeyDown={onKeyDown} onBlur={event => { if (!event.currentTarget.contains(event.relatedTarget)) commit(); }}>
      <label htmlFor={id}>{field.name}{field.required && <span aria-hidden className={classes.asterisk}> *</span>}</label>
      <Editor id={id} field={field} draft={draft?.text ?? draftOf(value, field, words)} onDraft={text => { setDraft({ text, was: draft ? draft.was : value }); setProblem(undefined); }} invalid={problem !== undefined} describedBy={note ? `${id}-note` : undefined} />
      {note && <span id={`${id}-note`} className={problem ? classes.problem : classes.note} role="status">{note}</span>}
    </div>
  );
}
