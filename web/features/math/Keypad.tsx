import { numberSigns } from '@hzm/contracts/core/written-number';
import { Button } from '@mantine/core';
import { IconBackspace } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import type { BasicOperation, Digit, Key } from './model/calculator.ts';
import { signs } from './signs.ts';
import type { useCalculator } from './use-calculator.ts';
import classes from './Math.module.css';

type Pad = Exclude<Key, 'equals' | { readonly number: string }>;
/** Rows of four keys. */
const pad: readonly Pad[] = [
  'clear',
  'back',
  'power',
  'modulo',
  '7',
  '8',
  '9',
  'divide',
  '4',
  '5',
  '6',
  'multiply',
  '1',
  '2',
  '3',
  'subtract',
  'sign',
  '0',
  'point',
  'add',
];

export function Keypad({ calculator }: { calculator: ReturnType<typeof useCalculator> }) {
  const { t } = useTranslation('math');
  const { type, memory, remember, recall, forget, state } = calculator;
  return (
    <>
      <div className={classes.memory} role="group" aria-label={t('memory.label')}>
        <MemoryKey name="clear" sign="MC" disabled={memory === ''} onPress={forget} />
        <MemoryKey name="recall" sign="MR" disabled={memory === ''} onPress={recall} />
        <MemoryKey name="add" sign="M+" onPress={() => remember(1)} />
        <MemoryKey name="subtract" sign="M−" onPress={() => remember(-1)} />
      </div>
      <div className={classes.pad} role="group" aria-label={t('keys.label')}>
        {pad.map(key => (
          <PadKey key={key} name={key} chosen={state.operation} onPress={type} />
        ))}
        <Button className={classes.equals} size="lg" onClick={() => type('equals')}>
          <span aria-hidden>{EQUALS}</span>
          <span className={classes.named}>{t('keys.equals')}</span>
        </Button>
      </div>
    </>
  );
}

const EQUALS = '=';

function MemoryKey({
  name,
  sign,
  disabled = false,
  onPress,
}: {
  name: 'clear' | 'recall' | 'add' | 'subtract';
  sign: string;
  disabled?: boolean;
  onPress: () => void;
}) {
  const { t } = useTranslation('math');
  return (
    <Button
      variant="subtle"
      size="compact-md"
      disabled={disabled}
      aria-label={t(`memory.${name}`)}
      title={t(`memory.${name}`)}
      onClick={onPress}
    >
      {sign}
    </Button>
  );
}

const isDigit = (name: Pad): name is Digit => /^\d$/.test(name);

function PadKey({
  name,
  chosen,
  onPress,
}: {
  name: Pad;
  chosen: BasicOperation | null;
  onPress: (key: Key) => void;
}) {
  const { t } = useTranslation('math');
  const language = useLanguage();
  if (isDigit(name))
    return (
      <Button variant="default" size="lg" onClick={() => onPress(name)}>
        {name}
      </Button>
    );
  const face = {
    ...signs,
    clear: 'C',
    back: <IconBackspace size={22} aria-hidden />,
    sign: '±',
    point: numberSigns[language].decimal,
  }[name];
  return (
    <Button
      variant="light"
      size="lg"
      aria-label={t(`keys.${name}`)}
      title={t(`keys.${name}`)}
      {...(Object.hasOwn(signs, name) && { 'aria-pressed': chosen === name })}
      onClick={() => onPress(name)}
    >
      {face}
    </Button>
  );
}
