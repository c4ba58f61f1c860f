import { Stack, type ComboboxItem } from '@mantine/core';
import { useState } from 'react';
import type { Pricing } from '../../../state/pricing.live.ts';
import { AssignPlan } from './AssignPlan.tsx';
import { PersonPicker } from './PersonPicker.tsx';

/** Price calculation of a plan for a chosen person, with assignment. */
export function Preview({
  pricing,
  now,
  onAssigned,
}: {
  pricing: Pricing;
  now: Date;
  onAssigned: () => void;
}) {
  const [person, setPerson] = useState<ComboboxItem | null>(null);
  return (
    <Stack p="md" gap="md">
      <AssignPlan
        person={person}
        picker={<PersonPicker value={person} onChange={setPerson} />}
        pricing={pricing}
        now={now}
        onAssigned={onAssigned}
      />
    </Stack>
  );
}
