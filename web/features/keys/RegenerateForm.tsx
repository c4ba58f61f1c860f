import type { ApiKey } from '@hzm/contracts/features/keys/key';
import { Alert, NativeSelect, Text } from '@mantine/core';
import { IconAlertTriangle, IconClockHour4 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyDone } from '../../ui/notify.tsx';
import { Question } from '../../ui/Question.tsx';
import { regenerate } from './keys.live.ts';

/** Hours for which the old key can stay valid. */
const overlaps = [0, 1, 24, 72, 168] as const;
type Overlap = (typeof overlaps)[number];

const overlapOf = (text: string): Overlap => overlaps.find(one => String(one) === text) ?? 0;

/** Asks how long the old key stays valid, and regenerates the key. */
export function RegenerateForm({ apiKey, onDone }: { apiKey: ApiKey; onDone: () => void }) {
  const { t } = useTranslation('keys');
  const [hours, setHours] = useState<Overlap>(0);
  const { isActive, former } = apiKey;
  const confirm = async (): Promise<void> => {
    await regenerate(apiKey, hours);
    notifyDone(t('confirm.regenerate.done'));
    onDone();
  };
  return (
    <Question
      failed={t('confirm.regenerate.failed')}
      confirm={t('confirm.regenerate.confirm')}
      isHarmless={hours > 0}
      onConfirm={confirm}
      onClose={onDone}
    >
      {isActive && (
        <NativeSelect
          label={t('overlap.label')}
          description={t('overlap.hint')}
          value={String(hours)}
          onChange={event => setHours(overlapOf(event.currentTarget.value))}
          data={overlaps.map(one => ({ value: String(one), label: t(`overlap.hours.${one}`) }))}
        />
      )}
      {hours === 0 ? (
        <Alert color="red" icon={<IconAlertTriangle size={20} aria-hidden />}>
          <Text size="sm">{t('confirm.regenerate.warning')}</Text>
        </Alert>
      ) : (
        <Alert color="blue" icon={<IconClockHour4 size={20} aria-hidden />}>
          <Text size="sm">{t('overlap.both')}</Text>
        </Alert>
      )}
      {former && <Text size="sm">{t('overlap.former')}</Text>}
    </Question>
  );
}
