import { IconCalendar } from '@tabler/icons-react';
import { Suspense, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../lib/use-language.ts';
import {
  dayOf,
  formatLongDay,
  readDay,
  readMoment,
  timeOf,
} from '../../../../lib/values/date-text.ts';
import { draftOf, formatted, temporalOf } from '../../../../lib/values/value-text.ts';
import { part } from '../../../../ui/part.ts';
import { inputProps } from './input-props.ts';
import type { EditorProps, FieldKind } from './kind.ts';
import classes from './date.module.css';

const Calendar = part(async () => (await import('./Calendar.tsx')).Calendar);

/** The day that a draft stands for, and its time if it has one. */
function understood(
  draft: string,
  form: 'day' | 'moment',
): { readonly day: string; readonly time: string | undefined } | undefined {
  const now = new Date();
  const day = draft.trim() === '' || form === 'moment' ? undefined : readDay(draft, now);
  if (day !== undefined) return { day, time: undefined };
  const moment = draft.trim() === '' ? undefined : readMoment(draft, now);
  return moment === undefined
    ? undefined
    : { day: dayOf(new Date(moment)), time: timeOf(new Date(moment)) };
}

/** Moves the focus to the chosen day of the calendar, else to today or the first one. */
function focusDay(editor: HTMLElement | null): void {
  const days = editor?.querySelector('[data-calendar]');
  (
    days?.querySelector<HTMLElement>('td button[data-selected]') ??
    days?.querySelector<HTMLElement>('td button[tabindex="0"], td button[data-today], td button')
  )?.focus();
}

/** A text that is understood in many forms, with what it was understood as, beside a calendar. */
function Editor(props: EditorProps) {
  const { t } = useTranslation('grid');
  const language = useLanguage();
  const { field, draft, onDraft, floating = false } = props;
  const form = temporalOf(field);
  const root = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(floating);
  if (form === 'time') return <input type="text" {...inputProps(props)} />;
  const known = understood(draft, form);
  const words = { language, yes: '', no: '' };
  const choose = (day: string): void => {
    const isMoment = form === 'moment' || known?.time !== undefined;
    const value = isMoment ? new Date(`${day}T${known?.time ?? '00:00'}`).toISOString() : day;
    onDraft(draftOf(field, value, words));
    root.current?.querySelector('input')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (
      event.key !== 'ArrowDown' ||
      event.altKey ||
      event.target !== root.current?.querySelector('input')
    )
      return;
    event.preventDefault();
    setOpen(true);
    focusDay(root.current);
  };
  return (
    <span ref={root} role="none" className={classes.editor} onKeyDown={onKeyDown}>
      <span className={classes.line}>
        <input type="text" {...inputProps(props)} />
        {!floating && (
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={open}
            aria-label={t('calendar.open', { field: field.name })}
            onClick={() => setOpen(now => !now)}
          >
            <IconCalendar size={18} aria-hidden />
          </button>
        )}
      </span>
      {known && (
        <span className={classes.understood} data-testid="understood">
          {formatLongDay(known.day, language)}
          {known.time !== undefined && ` ${known.time}`}
        </span>
      )}
      {open && (
        <Suspense fallback={<span className={classes.calendar} />}>
          <Calendar day={known?.day} onDay={choose} />
        </Suspense>
      )}
    </span>
  );
}

/** Days, moments and times of day. */
export const date: FieldKind = {
  View: ({ value, field, words }) => formatted(field, value, words),
  Editor,
  typed: true,
};
