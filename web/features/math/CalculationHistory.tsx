import { Button, UnstyledButton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import { Panel } from '../../ui/Panel.tsx';
import { showDecimal } from './model/decimal-text.ts';
import { signs } from './signs.ts';
import type { Calculation } from './use-calculator.ts';
import classes from './Math.module.css';

interface Props {
  history: readonly Calculation[];
  onUse: (number: string) => void;
  onClear: () => void;
}

/** The calculations of this tab; a result is used again by a press. */
export function CalculationHistory({ history, onUse, onClear }: Props) {
  const { t } = useTranslation('math');
  const language = useLanguage();
  const show = (text: string): string => showDecimal(text, language);
  return (
    <Panel
      title={t('history.title')}
      aside={
        history.length > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={onClear}
          >
            {t('history.clear')}
          </Button>
        )
      }
    >
      {history.length === 0 ? (
        <p className={classes.calm}>{t('history.empty')}</p>
      ) : (
        <ol className={classes.history}>
          {history.map(({ operation, num1, num2, result }, index) => (
            <li key={history.length - index}>
              <UnstyledButton
                className={classes.past}
                title={t('history.use')}
                onClick={() => onUse(result)}
              >
                <span>{`${show(num1)} ${signs[operation]} ${show(num2)} =`}</span>
                <strong>{show(result)}</strong>
              </UnstyledButton>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
