import '@mantine/dates/styles.css';
import { DatePicker, DatesProvider } from '@mantine/dates';
import 'dayjs/locale/tr';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../lib/use-language.ts';
import classes from './date.module.css';

interface Props {
  /** `2026-11-03`; absent while none is understood. */
  readonly day: string | undefined;
  readonly onDay: (day: string) => void;
}

/** The days of a month in the reader's language. It is loaded when it is first opened. */
export function Calendar({ day, onDay }: Props) {
  const { t } = useTranslation('grid');
  const language = useLanguage();
  const [seen, setSeen] = useState<string | undefined>(day);
  const known = useRef(day);
  // A typed date turns the pages.
  if (day !== known.current) {
    known.current = day;
    if (day !== undefined) setSeen(day);
  }
  // Its own keys; what leaves it is for who shows it.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' && event.key !== 'Tab') event.stopPropagation();
  };
  return (
    <div
      className={classes.calendar}
      role="group"
      aria-label={t('calendar.label')}
      data-calendar
      onKeyDown={onKeyDown}
      onMouseDown={event => event.preventDefault()}
    >
      <DatesProvider settings={{ locale: language, firstDayOfWeek: 1 }}>
        <DatePicker
          size="sm"
          value={day ?? null}
          onChange={next => {
            if (next !== null) onDay(next);
          }}
          {...(seen !== undefined && { date: seen })}
          onDateChange={setSeen}
          highlightToday
          ariaLabels={{
            nextMonth: t('calendar.nextMonth'),
            previousMonth: t('calendar.previousMonth'),
            nextYear: t('calendar.nextYear'),
            previousYear: t('calendar.previousYear'),
            nextDecade: t('calendar.nextDecade'),
            previousDecade: t('calendar.previousDecade'),
            monthLevelControl: t('calendar.chooseMonth'),
            yearLevelControl: t('calendar.chooseYear'),
          }}
        />
      </DatesProvider>
    </div>
  );
}
