import { categories, OPERATION_COUNT, sizeOf } from '@hzm/contracts/features/math/catalogue';
import { Alert, Title } from '@mantine/core';
import {
  IconChartHistogram,
  IconCoins,
  IconFlask,
  IconMatrix,
  IconRulerMeasure,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { BackLink } from '../../ui/BackLink.tsx';
import { Page } from '../../ui/Page.tsx';
import classes from './Math.module.css';

const icons = {
  matrix: IconMatrix,
  statistics: IconChartHistogram,
  finance: IconCoins,
  science: IconFlask,
  units: IconRulerMeasure,
} as const;

/** The five categories. */
export function AdvancedMathScreen() {
  const { t } = useTranslation('math');
  return (
    <Page
      title={t('advanced.title')}
      subtitle={t('advanced.lead')}
      back={<BackLink to="/math-calculator" label={t('calculator.title')} />}
    >
      <Alert>{t('advanced.count', { count: OPERATION_COUNT })}</Alert>
      <ul className={classes.cards}>
        {categories.map(category => {
          const Icon = icons[category];
          return (
            <li key={category}>
              <Link
                to="/advanced-math/$category"
                params={{ category }}
                className={classes.card}
                data-category={category}
              >
                <Icon size={28} stroke={1.6} aria-hidden />
                <Title order={2} size="h4">
                  {t(`categories.${category}.title`)}
                </Title>
                <span>{t(`categories.${category}.about`)}</span>
                <strong>{t('advanced.operations', { count: sizeOf(category) })}</strong>
              </Link>
            </li>
          );
        })}
      </ul>
    </Page>
  );
}
