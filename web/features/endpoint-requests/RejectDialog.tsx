import { MAX_NOTE, type ListedRequest } from '@hzm/contracts/features/endpoint-requests/request';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Form } from '../../ui/Form.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { useSending } from '../../ui/use-sending.ts';

interface Props {
  /** Null while closed. */
  request: ListedRequest | null;
  reject: (request: ListedRequest, reason: string) => Promise<void>;
  onClose: () => void;
}

export function RejectDialog({ request, reject, onClose }: Props) {
  const { t } = useTranslation('requests');
  return (
    <Dialog opened={request !== null} onClose={onClose} title={t('reject.title')}>
      {request && <RejectForm request={request} reject={reject} onClose={onClose} />}
    </Dialog>
  );
}

function RejectForm({ request, reject, onClose }: Props & { request: ListedRequest }) {
  const { t } = useTranslation(['requests', 'common']);
  const [reason, setReason] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const { busy, error, run } = useSending();
  return (
    <Form
      onSubmit={event => {
        event.preventDefault();
        setEmpty(reason.trim() === '');
        if (reason.trim() !== '')
          void run(async () => {
            await reject(request, reason.trim());
            onClose();
          });
      }}
    >
      <Stack>
        <Text size="sm">{t('reject.text', { name: request.endpoint_name })}</Text>
        <Textarea
          label={t('reject.reason')}
          required
          data-autofocus
          autosize
          minRows={3}
          maxRows={10}
          maxLength={MAX_NOTE}
          value={reason}
          disabled={busy}
          error={isEmpty && t('reject.reasonNeeded')}
          onChange={event => {
            setReason(event.currentTarget.value);
            setEmpty(false);
          }}
        />
        {error && <ErrorNotice error={error} title={t('reject.failed')} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" color="red" loading={busy}>
            {t('reject.confirm')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
