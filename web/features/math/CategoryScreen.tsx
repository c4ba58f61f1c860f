import { sameJson } from '@hzm/contracts/core/json';
import { calculations, type Category } from '@hzm/contracts/features/math/catalogue';
import type { Operation } from '@hzm/contracts/features/math/operation';
import { Select, Text } from '@mantine/core';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Formula } from './Formula.tsx';
import { isCategory, readAddress } from './math-address.ts';
import type { Given } from './model/inputs.ts';
import { OperationForm } from './OperationForm.tsx';
import { ResultPanel } from './ResultPanel.tsx';
import { Sideways } from './Sideways.tsx';
import { UnitsForm } from './UnitsForm.tsx';
import { useCalculation } from './use-calculation.ts';
import classes from './Math.module.css';

const route = getRouteApi('/_signed-in/advanced-math/$category');

/** One category: an operation, its inputs and its result, all in the address. */
export function CategoryScreen() {
  const { t } = useTranslation('math');
  const { category } = route.useParams();
  if (!isCategory(category)) return <Navigate to="/advanced-math" replace />;
  return (
    <Page
      title={t(`categories.${category}.title`)}
      subtitle={t(`categories.${category}.about`)}
      back={<BackLink to="/advanced-math" label={t('advanced.back')} />}
    >
      {category === 'units' ? <Units /> : <Operations key={category} category={category} />}
    </Page>
  );
}

function Operations({ category }: { category: Exclude<Category, 'units'> }) {
  const { t } = useTranslation('math');
  const language = useLanguage();
  const { op, in: given } = readAddress(route.useSearch());
  const navigate = route.useNavigate();
  const operations: readonly Operation[] = calculations[category];
  const operation = operations.find(({ name }) => name === op) ?? operations[0]!;
  const calculation = useCalculation(category, operation.name, given);
  const choose = (name: string | null): void => {
    if (name !== null) void navigate({ search: { op: name }, replace: true });
  };
  const calculate = (inputs: Given): void => {
    void navigate({ search: { op: operation.name, in: inputs }, replace: true });
    if (sameJson(inputs, given)) calculation.retry();
  };
  return (
    <div className={classes.columns}>
      <Panel title={t('inputs')}>
        <div className={classes.body}>
          <Select
            label={t('operation')}
            allowDeselect={false}
            searchable={operations.length > 7}
            data={operations.map(({ name, title }) => ({ value: name, label: title[language] }))}
            value={operation.name}
            onChange={choose}
          />
          <Text size="sm">{operation.about[language]}</Text>
          <div className={classes.formula}>
            <Sideways label={t('formula')}>
              <Formula text={operation.formula} block />
            </Sideways>
          </div>
          <OperationForm
            key={operation.name}
            operation={operation}
            given={given}
            busy={calculation.status === 'loading'}
            onCalculate={calculate}
          />
        </div>
      </Panel>
      <ResultPanel
        category={category}
        title={operation.title[language]}
        results={operation.results}
        calculation={calculation}
      />
    </div>
  );
}

function Units() {
  const { t } = useTranslation('math');
  const { in: given } = readAddress(route.useSearch());
  const navigate = route.useNavigate();
  const calculation = useCalculation('units', 'unit_conversion', given);
  const convert = (inputs: Given): void => {
    void navigate({ search: { in: inputs }, replace: true });
    if (sameJson(inputs, given)) calculation.retry();
  };
  return (
    <div className={classes.columns}>
      <Panel title={t('inputs')}>
        <div className={classes.body}>
          <UnitsForm given={given} busy={calculation.status === 'loading'} onConvert={convert} />
        </div>
      </Panel>
      <ResultPanel
        category="units"
        title={t('units.converted')}
        results={NO_LABELS}
        calculation={calculation}
      />
    </div>
  );
}

/** The only result is named by the title. */
const NO_LABELS = {};
