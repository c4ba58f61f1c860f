import { Alert, Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconAlertTriangle, IconMathFunction } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isUnanswered, useErrorText } from '../../lib/error-text.ts';
import { latinLetter } from '../../lib/latin-letter.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { draftNumber } from '../../lib/values/number-text.ts';
import { copyText } from '../../ui/copy-text.ts';
import { CopyAction } from '../../ui/CopyAction.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { Page } from '../../ui/Page.tsx';
import { CalculationHistory } from './CalculationHistory.tsx';
import { Keypad } from './Keypad.tsx';
import { keyOf } from './model/calculator.ts';
import { readDecimalText, showDecimal } from './model/decimal-text.ts';
import { signs } from './signs.ts';
import { useCalculator } from './use-calculator.ts';
import classes from './Math.module.css';

/** Whether a key belongs to the focused element, such as a button or a dialog. */
const isForOthers = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => {
  if (ctrlKey || metaKey || altKey || !(target instanceof Element)) return true;
  if (target.closest('input, textarea, select, [role=dialog], [role=menu]')) return true;
  return key === 'Enter' && target.closest('button, a') !== null;
};

/** Whether the keys copy, outside of inputs; AltGr reports Ctrl and Alt together. */
const isCopy = ({ key, code, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) &&
  !altKey &&
  latinLetter({ key, code }) === 'c' &&
  !(target instanceof Element && target.closest('input, textarea, select'));

export function CalculatorScreen() {
  const { t } = useTranslation('math');
  return (
    <Page
      title={t('calculator.title')}
      subtitle={t('calculator.lead')}
      actions={
        <Button
          component={Link}
          to="/advanced-math"
          variant="default"
          leftSection={<IconMathFunction size={16} aria-hidden />}
        >
          {t('advanced.title')}
        </Button>
      }
    >
      <Calculator />
    </Page>
  );
}

function Calculator() {
  const { t } = useTranslation('math');
  const language = useLanguage();
  const calculator = useCalculator();
  const { state, type, history, clearHistory } = calculator;
  const shown = state.entry || state.first || '0';
  const copy = (): void =>
    void copyText(draftNumber(shown, language)).then(() => notifyDone(t('copied')));
  useWindowEvent('keydown', event => {
    if (isCopy(event) && (getSelection()?.isCollapsed ?? true)) {
      event.preventDefault();
      copy();
    }
    const key = isForOthers(event) ? undefined : keyOf(event.key);
    if (key === undefined) return;
    event.preventDefault();
    type(key);
  });
  useWindowEvent('paste', event => {
    if (event.target instanceof Element && event.target.closest('input, textarea')) return;
    const number = readDecimalText(event.clipboardData?.getData('text') ?? '', language);
    if (number === undefined) notifyDone(t('notPasted'));
    else type({ number });
  });
  return (
    <div className={classes.calculator}>
      <section className={classes.device} aria-label={t('calculator.title')}>
        <Display calculator={calculator} shown={shown} />
        <Keypad calculator={calculator} />
      </section>
      <CalculationHistory
        history={history}
        onUse={number => type({ number })}
        onClear={clearHistory}
      />
    </div>
  );
}

type Shown = ReturnType<typeof useCalculator>;

function Display({ calculator, shown }: { calculator: Shown; shown: string }) {
  const { t } = useTranslation('math');
  const language = useLanguage();
  const errorText = useErrorText();
  const { state, error, busy, memory } = calculator;
  const show = (text: string): string => showDecimal(text, language);
  const { last, first, operation } = state;
  const above =
    operation === null
      ? last && `${show(last.num1)} ${signs[last.operation]} ${show(last.num2)} =`
      : `${show(first)} ${signs[operation]}`;
  const problem = state.isIncomplete
    ? t('bothNumbers')
    : error && (isUnanswered(error) ? t('connection') : errorText(error, t('failed')));
  return (
    <div className={classes.display}>
      <p className={classes.above}>
        <span>{memory === '' ? '' : t('memoryHolds', { value: show(memory) })}</span>
        <span data-above>{above}</span>
      </p>
      <div className={classes.entry} data-long={shown.length > 16 || undefined}>
        <output aria-live="polite" aria-busy={busy} aria-label={t('result')} data-display>
          {show(shown)}
        </output>
        <CopyAction value={draftNumber(shown, language)} label={t('copy')} done={t('copied')} />
      </div>
      {problem && (
        <Alert
          color="red"
          role="alert"
          p="xs"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={t('error')}
        >
          {problem}
        </Alert>
      )}
    </div>
  );
}
