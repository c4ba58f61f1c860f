import { fieldTypeGroups, type FieldType } from '@hzm/contracts/features/tables/field-types';
import { ThemeIcon } from '@mantine/core';
import {
  IconBraces,
  IconBrackets,
  IconCalendar,
  IconChartBar,
  IconClock,
  IconCoin,
  IconGrid3x3,
  IconHash,
  IconLetterT,
  IconLink,
  IconList,
  IconPaperclip,
  IconRuler2,
  IconToggleLeft,
  IconUser,
  type Icon,
} from '@tabler/icons-react';

type Group = keyof typeof fieldTypeGroups;

const ofGroup: Readonly<Record<Group, Icon>> = {
  basic: IconLetterT,
  mathematical: IconHash,
  matrix: IconGrid3x3,
  financial: IconCoin,
  measurement: IconRuler2,
  temporal: IconClock,
  statistical: IconChartBar,
  relational: IconLink,
  everyday: IconList,
};
const ofType: Partial<Record<FieldType, Icon>> = {
  boolean: IconToggleLeft,
  date: IconCalendar,
  object: IconBraces,
  array: IconBrackets,
  created_at: IconClock,
  updated_at: IconClock,
  person: IconUser,
  created_by: IconUser,
  updated_by: IconUser,
  auto_number: IconHash,
  file: IconPaperclip,
};

const groupOf = (type: FieldType): Group =>
  (Object.keys(fieldTypeGroups) as Group[]).find(group =>
    (fieldTypeGroups[group] as readonly FieldType[]).includes(type),
  ) ?? 'basic';

/** Icon of a type, always beside its name. */
export function TypeIcon({ type, size = 30 }: { type: FieldType; size?: number }) {
  const Picture = ofType[type] ?? ofGroup[groupOf(type)];
  return (
    <ThemeIcon size={size} variant="light" color="gray" aria-hidden>
      <Picture size={size * 0.58} stroke={1.8} />
    </ThemeIcon>
  );
}
