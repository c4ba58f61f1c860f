import { isGiven } from '@hzm/contracts/core/everyday';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import type { FieldValidation } from '@hzm/contracts/features/tables/field-validation';
import type { Field } from '@hzm/contracts/features/tables/table';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isChoice } from '../../lib/values/choices.ts';
import { fieldNameProblem } from './names.ts';
import { optionProblems } from './options/option-list.ts';
import { initialRules, rulesProblems } from './rules.ts';

export interface FieldValues {
  readonly name: string;
  readonly type: FieldType;
  readonly description: string;
  readonly required: boolean;
  readonly validation: FieldValidation;
}

const fresh: FieldValues = {
  name: '',
  type: 'string',
  description: '',
  required: false,
  validation: initialRules('string'),
};

/** Form of a new or existing field; `names` are those of the table's other fields. */
export function useFieldForm(field: Field | undefined, names: readonly string[]) {
  const { t } = useTranslation('forms');
  const [tried, setTried] = useState(false);
  const form = useForm<FieldValues>({
    initialValues: field
      ? {
          name: field.name,
          type: field.type,
          description: field.description,
          required: field.required,
          validation: field.validation,
        }
      : fresh,
    validate: values => {
      const name = fieldNameProblem(values.name, names);
      const rules = Object.keys(rulesProblems(values.validation)).length > 0;
      const options = optionProblems(values.validation.options ?? []).size > 0;
      return {
        ...(name && { name: t(`rules.${name}`) }),
        ...(options && { options: true }),
        ...(rules && { validation: true }),
      };
    },
  });
  return {
    values: form.values,
    ruleProblems: tried ? rulesProblems(form.values.validation) : {},
    input: (name: 'name' | 'description') => form.getInputProps(name),
    checkbox: (name: 'required') => form.getInputProps(name, { type: 'checkbox' }),
    /** Sets the type, and with it the rules. */
    setType: (type: FieldType): void => {
      const { options } = form.values.validation;
      const rules = type === field?.type ? field.validation : initialRules(type);
      // One choice and several have the same options.
      form.setValues({
        type,
        validation: isChoice(type) && options ? { options } : rules,
        ...(isGiven(type) && { required: false }),
      });
    },
    setRules: (validation: FieldValidation): void => form.setFieldValue('validation', validation),
    /** @param onWrong called with the section of the first problem */
    submit: (
      work: (values: FieldValues) => Promise<void>,
      onWrong?: (where: 'basic' | 'validation') => void,
    ) =>
      form.onSubmit(work, errors => {
        setTried(true);
        const isBasic = errors['name'] !== undefined || errors['options'] !== undefined;
        onWrong?.(isBasic ? 'basic' : 'validation');
      }),
    reset: (): void => {
      setTried(false);
      form.reset();
    },
  };
}
