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
  /** Id of the person; undefined for a new one. */
  id?: string;
  offered: readonly Plan[];
  /** Remote values of members that are being edited. */
  underneath?: ReadonlyMap<keyof PersonValues, string | number | boolean>;
  confirm: string;
  /** Heading above the reason of a failure. */
  failed: string;
  save: (values: PersonValues) => Promise<void>;
  onClose: () => void;
}

/** Form of a person. A taken email is reported at its field. */
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
