import { units, unitTypes, type Unit, type UnitType } from '@hzm/contracts/features/math/units';
import { ActionIcon, Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconArrowsExchange, IconCalculator } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import { draftNumber } from '../../lib/values/number-text.ts';
import { Form } from '../../ui/Form.tsx';
import { readDecimalText } from './model/decimal-text.ts';
import type { Given } from './model/inputs.ts';
import classes from './Math.module.css';

interface Props {
  given: Given | undefined;
  busy: boolean;
  onConvert: (inputs: Given) => void;
}

const unitsOf = (type: UnitType): readonly Unit[] => units[type];
const typeOf = (name: unknown): UnitType => unitTypes.find(type => type === name) ?? 'temperature';
const nameIn = (type: UnitType, name: unknown, otherwise: number): string =>
  (unitsOf(type).find(unit => unit.name === name) ?? unitsOf(type)[otherwise]!).name;

const numberIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '100';

export function UnitsForm({ given = {}, busy, onConvert }: Props) {
  const { t } = useTranslation('math');
  const language = useLanguage();
  const [type, setType] = useState(() => typeOf(given['type']));
  const [from, setFrom] = useState(() => nameIn(type, given['fromUnit'], 0));
  const [to, setTo] = useState(() => nameIn(type, given['toUnit'], 1));
  const [text, setText] = useState(() => draftNumber(numberIn(given['value']), language));
  const [isChecked, setChecked] = useState(false);
  const value = readDecimalText(text, language);
  const convert = (fromUnit: string, toUnit: string): void => {
    setChecked(true);
    if (value !== undefined) onConvert({ value, fromUnit, toUnit, type });
  };
  const options = unitsOf(type).map(({ name, title, symbol }) => ({
    value: name,
    label: `${title[language]} (${symbol})`,
  }));
  return (
    <Form
      className={classes.form}
      onSubmit={event => {
        event.preventDefault();
        convert(from, to);
      }}
    >
      <TypeChoice type={type} setType={setType} setFrom={setFrom} setTo={setTo} />
      <TextInput
        name="value"
        label={t('units.value')}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={isChecked && value === undefined && t('validNumber')}
        onChange={event => setText(event.currentTarget.value)}
      />
      <UnitsToSwap
        options={options}
        from={from}
        setFrom={setFrom}
        to={to}
        setTo={setTo}
        convert={convert}
      />
      <Button type="submit" loading={busy} leftSection={<IconCalculator size={18} aria-hidden />}>
        {t('units.convert')}
      </Button>
    </Form>
  );
}

function TypeChoice({
  type,
  setType,
  setFrom,
  setTo,
}: {
  type: UnitType;
  setType: (value: UnitType) => void;
  setFrom: (value: string) => void;
  setTo: (value: string) => void;
}) {
  const { t } = useTranslation('math');
  return (
    <SegmentedControl
      aria-label={t('units.type')}
      fullWidth
      data={unitTypes.map(one => ({ value: one, label: t(`units.${one}`) }))}
      value={type}
      onChange={chosen => {
        const next = typeOf(chosen);
        setType(next);
        setFrom(nameIn(next, undefined, 0));
        setTo(nameIn(next, undefined, 1));
      }}
    />
  );
}

function UnitsToSwap({
  options,
  from,
  setFrom,
  to,
  setTo,
  convert,
}: {
  options: { value: string; label: string }[];
  from: string;
  setFrom: (value: string) => void;
  to: string;
  setTo: (value: string) => void;
  convert: (fromUnit: string, toUnit: string) => void;
}) {
  const { t } = useTranslation('math');
  return (
    <div className={classes.swap}>
      <Select
        label={t('units.from')}
        allowDeselect={false}
        data={options}
        value={from}
        onChange={name => name !== null && setFrom(name)}
      />
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('units.swap')}
        title={t('units.swap')}
        onClick={() => {
          setFrom(to);
          setTo(from);
          convert(to, from);
        }}
      >
        <IconArrowsExchange size={18} aria-hidden />
      </ActionIcon>
      <Select
        label={t('units.to')}
        allowDeselect={false}
        data={options}
        value={to}
        onChange={name => name !== null && setTo(name)}
      />
    </div>
  );
}
