import { addWidget } from '@hzm/contracts/features/widgets/api';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { Form } from '../../ui/Form.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { DetailFields, type Details } from './DetailFields.tsx';
import { WidgetFailure } from './WidgetFailure.tsx';

interface Props {
  projectId: string;
  onCancel: () => void;
  onDone: (position: string) => void;
}

export function CreateForm({ projectId, onCancel, onDone }: Props) {
  const { t } = useTranslation('widgets');
  const { busy, error, run } = useSending();
  const [details, setDetails] = useState<Details>({ name: '', type: 'table', description: '' });
  const [isNameless, setNameless] = useState(false);
  const submit = (): void => {
    const blank = details.name.trim() === '';
    setNameless(blank);
    if (blank) return;
    void run(async () => {
      const { data, position } = await send(addWidget, { params: { projectId }, body: details });
      notifyDone(t('done.created', { name: data.widget.name }));
      onDone(position ?? '');
    });
  };
  return (
    <Form
      onSubmit={event => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        <DetailFields
          details={details}
          nameFault={isNameless ? t('details.nameNeeded') : undefined}
          onChange={more => {
            setNameless(false);
            setDetails({ ...details, ...more });
          }}
        />
        {error && <WidgetFailure error={error} action="create" />}
        <FormActions submit={t('actions.create')} busy={busy} onCancel={onCancel} />
      </Stack>
    </Form>
  );
}
