import '@mantine/dates/styles.css';
import { DatePickerInput, DatesProvider, type DatePickerInputProps } from '@mantine/dates';
import 'dayjs/locale/tr';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../lib/use-language.ts';

const formats = { tr: 'DD.MM.YYYY', en: 'DD MMM YYYY' } as const;

/**
 * Input of an optional day, `YYYY-MM-DD`, displayed in the reader's language. Loaded with the first
 * form that has one.
 */
export function DayInput(props: DatePickerInputProps) {
  const { t } = useTranslation('common');
  const language = useLanguage();
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1 }}>
      <DatePickerInput
        {...props}
        clearable
        valueFormat={formats[language]}
        popoverProps={{ withinPortal: true }}
        clearButtonProps={{ 'aria-label': t('clear') }}
      />
    </DatesProvider>
  );
}
