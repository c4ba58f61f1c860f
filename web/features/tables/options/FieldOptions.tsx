import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import type { FieldValidation } from '@hzm/contracts/features/tables/field-validation';
import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { isChoice } from '../../../lib/values/choices.ts';
import { part } from '../../../ui/part.ts';

const OptionsEditor = part(async () => (await import('./OptionsEditor.tsx')).OptionsEditor);

/** The options among the rules of a choice field; nothing for other types. */
export function FieldOptions({
  type,
  rules,
  onChange,
}: {
  type: FieldType;
  rules: FieldValidation;
  onChange: (rules: FieldValidation) => void;
}) {
  if (!isChoice(type)) return null;
  return (
    <Suspense fallback={<Skeleton height={84} />}>
      <OptionsEditor
        options={rules.options ?? []}
        onChange={options => onChange({ ...rules, options })}
      />
    </Suspense>
  );
}
