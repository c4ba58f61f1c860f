import { isGiven } from '@hzm/contracts/core/everyday';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { useFieldForm } from './use-field-form.ts';

/** Asks whether rows must have a value; not of a field whose values the product gives. */
export function RequiredInput({ form }: { form: ReturnType<typeof useFieldForm> }) {
  const { t } = useTranslation('tables');
  if (isGiven(form.values.type)) return null;
  return <Checkbox label={t('add.required')} {...form.checkbox('required')} />;
}
