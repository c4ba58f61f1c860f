import { Stack, type ComboboxItem } from '@mantine/core';
import { useState } from 'react';
import type { Pricing } from '../../../state/pricing.live.ts';
import { AssignPlan } from './AssignPlan.tsx';
import { PersonPicker } from './PersonPicker.tsx';

/** What a person would pay for a plan, and why; an administrator may put them on it. */
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
