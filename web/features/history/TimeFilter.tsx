import { memberOf } from '@hzm/contracts/core/json';
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayOf } from '../../lib/values/date-text.ts';
import { periodOf, presetOf, presets, readDay, type Period, type Preset } from './period.ts';

const width = { base: 'calc(50% - 6px)', xs: 160 };

/** Chooses a preset period or custom days. */
export function TimeFilter({
  period,
  onPeriod,
}: {
  period: Period;
  onPeriod: (period: Period) => void;
}) {
  const { t } = useTranslation('history');
  const [now] = useState(() => new Date());
  const [own, setOwn] = useState(false);
  const chosen = own ? 'own' : (presetOf(period, now) ?? null);
  const choose = (value: string | null): void => {
    setOwn(value === 'own');
    if (value === null) onPeriod({ from: undefined, to: undefined });
    else if (value !== 'own') onPeriod({ to: undefined, ...periodOf(value as Preset, now) });
  };
  const day = (name: keyof Period) => (
    <TextInput
      type="date"
      label={t(`periods.${name}`)}
      value={memberOf(period, name) ?? ''}
      max={dayOf(now)}
      w={width}
      onChange={event =>
        onPeriod({ from: period.from, to: period.to, [name]: readDay(event.currentTarget.value) })
      }
    />
  );
  return (
    <>
      <Select
        label={t('time')}
        placeholder={t('all')}
        value={chosen}
        clearable
        w={width}
        clearButtonProps={{ 'aria-label': t('clear') }}
        onChange={choose}
        data={[...presets, 'own' as const].map(value => ({ value, label: t(`periods.${value}`) }))}
      />
      {chosen === 'own' && (
        <>
          {day('from')}
          {day('to')}
        </>
      )}
    </>
  );
}
