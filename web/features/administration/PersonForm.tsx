import type { Plan } from '@hzm/contracts/features/pricing/plan';
import { Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../lib/api-error.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Form } from '../../ui/Form.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { useSending } from '../../ui/use-sending.ts';
import type { PersonValues } from './person-values.ts';
import { PersonFields } from './PersonFields.tsx';

interface Props {
  form: UseFormReturnType<PersonValues>;
  /** Whom it is about; undefined: somebody new. */
  id?: string;
  offered: readonly Plan[];
  /** What others have made of members that are being edited. */
  underneath?: ReadonlyMap<keyof PersonValues, string | number | boolean>;
  /** What its button says. */
  confirm: string;
  /** What is said above the reason when saving failed. */
  failed: string;
  save: (values: PersonValues) => Promise<void>;
  onClose: () => void;
}

/** The form about a person. An address that somebody else has is told where it stands. */
export function PersonForm({
  form,
  id,
  offered,
  underneath,
  confirm,
  failed,
  save,
  onClose,
}: Props) {
  const { t } = useTranslation('administration');
  const { busy, error, run } = useSending();
  const submit = form.onSubmit(values =>
    run(async () => {
      try {
        await save(values);
        onClose();
      } catch (failure) {
        if (asApiError(failure).code !== 'EMAIL_TAKEN') throw failure;
        form.setFieldError('email', t('rules.emailTaken'));
      }
    }),
  );
  return (
    <Form onSubmit={submit}>
      <Stack>
        <PersonFields
          form={form}
          offered={offered}
          {...(id !== undefined && { id })}
          {...(underneath && { underneath })}
        />
        {error && <ErrorNotice error={error} title={failed} />}
        <FormActions submit={confirm} busy={busy} onCancel={onClose} />
      </Stack>
    </Form>
  );
}
