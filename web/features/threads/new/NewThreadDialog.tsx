import { openThread } from '@hzm/contracts/features/threads/api';
import { MAX_MESSAGE } from '@hzm/contracts/features/threads/message';
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { send } from '../../../lib/http.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Dialog } from '../../../ui/Overlay.tsx';
import { useAfterStep } from '../../../ui/use-history-step.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { takeThread } from '../threads.live.ts';
import { ThreadFields, type ThreadValues } from './ThreadFields.tsx';

interface NewThreadValues extends ThreadValues {
  initialMessage: string;
}

const emptyThread: NewThreadValues = {
  title: '',
  category: 'general',
  priority: 'normal',
  tags: [],
  initialMessage: '',
};
/** Unsent drafts by project, so that closing the form loses nothing. */
const drafts = new Map<string, NewThreadValues>();

interface Props {
  projectId: string;
  opened: boolean;
  onClose: () => void;
  onOpened: (threadId: string) => void;
}

/** Opens a thread with its first message. */
export function NewThreadDialog(props: Props) {
  const { t } = useTranslation('threads');
  return (
    <Dialog
      addressed
      opened={props.opened}
      onClose={props.onClose}
      title={t('new.title')}
      size="lg"
    >
      {props.opened && <NewThread {...props} />}
    </Dialog>
  );
}

function NewThread({ projectId, onClose, onOpened }: Props) {
  const { t } = useTranslation(['threads', 'common']);
  const { busy, error, run } = useSending();
  const afterStep = useAfterStep();
  const form = useForm<NewThreadValues>({
    initialValues: drafts.get(projectId) ?? emptyThread,
    onValuesChange: written => drafts.set(projectId, written),
    validateInputOnBlur: ['title', 'initialMessage'],
    validate: {
      title: text => (text.trim() === '' ? t('rules.title') : null),
      initialMessage: text => (text.trim() === '' ? t('rules.message') : null),
    },
  });
  const { title, initialMessage } = form.values;
  const open = (written: NewThreadValues): Promise<void> =>
    run(async () => {
      const { data } = await send(openThread, { params: { projectId }, body: written });
      drafts.delete(projectId);
      takeThread(data);
      afterStep(() => onOpened(data.id));
      onClose();
    });
  return (
    <Form onSubmit={form.onSubmit(written => void open(written))}>
      <Stack>
        <ThreadFields form={form} disabled={busy} />
        <Textarea
          label={t('fields.message')}
          required
          autosize
          minRows={4}
          maxRows={12}
          maxLength={MAX_MESSAGE}
          disabled={busy}
          description={t('fields.counter', {
            n: String(initialMessage.length),
            max: String(MAX_MESSAGE),
          })}
          {...form.getInputProps('initialMessage')}
        />
        {error && <ErrorNotice error={error} title={t('failed')} wordless={t('failedCreate')} />}
        <Group justify="flex-end">
          <Button variant="default" disabled={busy} onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            type="submit"
            loading={busy}
            disabled={title.trim() === '' || initialMessage.trim() === ''}
          >
            {t('new.submit')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
