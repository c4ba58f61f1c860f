import type { Category } from '@hzm/contracts/features/math/catalogue';
import type { Result } from '@hzm/contracts/features/math/operation';
import { Button, Group, Switch, Text } from '@mantine/core';
import { IconCopy, IconEqual, IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import { copyText } from '../../ui/copy-text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone, notifyNotYet } from '../../ui/notify.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { Formula } from './Formula.tsx';
import { MAX_LINK_LENGTH } from './math-address.ts';
import { showDecimal } from './model/decimal-text.ts';
import { draftOf } from './model/inputs.ts';
import { SaveRow } from './SaveRow.tsx';
import { Sideways } from './Sideways.tsx';
import type { Calculated, CalculationState, Precise } from './use-calculation.ts';
import classes from './Math.module.css';

/** Decimals of results; more are shown on demand. */
const DECIMALS: Readonly<Record<Category, number>> = {
  matrix: 2,
  statistics: 3,
  finance: 2,
  science: 4,
  units: 4,
};

interface Props {
  category: Category;
  title: string;
  results: Readonly<Record<string, Result>>;
  calculation: CalculationState & { readonly retry: () => void };
}

export function ResultPanel({ category, title, results, calculation }: Props) {
  const { t } = useTranslation('math');
  const failed = t(category === 'units' ? 'units.failed' : 'failed');
  return (
    <Panel title={t('result')}>
      <div className={classes.body}>
        {calculation.status === 'none' && (
          <EmptyState icon={<IconEqual size={26} />} text={t('noResult')} />
        )}
        {calculation.status === 'loading' && <Waiting text={t('calculating')} heights={[60, 90]} />}
        {calculation.status === 'error' && (
          <ErrorNotice
            error={calculation.error}
            title={t('error')}
            network={t('connection')}
            wordless={failed}
            onRetry={calculation.retry}
          />
        )}
        {calculation.status === 'ready' && (
          <Results category={category} title={title} results={results} data={calculation.data} />
        )}
      </div>
    </Panel>
  );
}

function Results({
  category,
  title,
  results,
  data: { precise, steps, isSingular },
}: Omit<Props, 'calculation'> & { data: Calculated }) {
  const { t } = useTranslation('math');
  const language = useLanguage();
  const [isWhole, setWhole] = useState(false);
  const decimals = isWhole ? undefined : DECIMALS[category];
  const labels = new Map(Object.entries(results));
  const copied = Object.values(precise).map(value => draftOf(value, language));
  return (
    <>
      <dl className={classes.results} aria-live="polite">
        {Object.entries(precise).map(([name, value]) => (
          <div key={name} data-result={name}>
            <dt>{labels.get(name)?.label[language] ?? title}</dt>
            <dd>
              <ResultValue value={value} decimals={decimals} label={title} />{' '}
              {labels.get(name)?.unit && <span>{labels.get(name)!.unit![language]}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {isSingular && <Text size="sm">{t('singular')}</Text>}
      <Switch
        label={t('allDigits')}
        checked={isWhole}
        onChange={event => setWhole(event.currentTarget.checked)}
      />
      <Steps steps={steps} />
      <ResultActions copied={copied} precise={precise} title={title} results={results} />
    </>
  );
}

function Steps({ steps }: { steps: readonly string[] }) {
  const { t } = useTranslation('math');
  return (
    <section className={classes.steps}>
      <Text size="sm" c="dimmed">
        {t('steps')}
      </Text>
      <Sideways label={t('steps')}>
        <ol>
          {steps.map(text => (
            <li key={text}>
              <Formula text={text} />
            </li>
          ))}
        </ol>
      </Sideways>
    </section>
  );
}

function ResultActions({
  copied,
  precise,
  title,
  results,
}: {
  copied: string[];
  precise: Readonly<Record<string, Precise>>;
  title: string;
  results: Readonly<Record<string, Result>>;
}) {
  const { t } = useTranslation('math');
  return (
    <Group gap={8}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => void copyText(copied.join('\n')).then(() => notifyDone(t('copied')))}
      >
        {t('copy')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconLink size={16} aria-hidden />}
        onClick={() => {
          if (location.href.length > MAX_LINK_LENGTH) notifyNotYet(t('linkTooLong'));
          else void copyText(location.href).then(() => notifyDone(t('linked')));
        }}
      >
        {t('link')}
      </Button>
      <SaveRow precise={precise} title={title} results={results} />
    </Group>
  );
}

/** A number, a list or a matrix of a result. */
function ResultValue({
  value,
  decimals,
  label,
}: {
  value: Precise;
  decimals: number | undefined;
  label: string;
}) {
  const language = useLanguage();
  const show = (text: string): string => showDecimal(text, language, decimals);
  if (typeof value === 'string') return <strong className={classes.figures}>{show(value)}</strong>;
  if (value.every(one => typeof one === 'string'))
    return <strong className={classes.figures}>{value.map(show).join('; ')}</strong>;
  return (
    <Sideways label={label}>
      <table className={classes.matrix}>
        <tbody>
          {value.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{show(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Sideways>
  );
}
