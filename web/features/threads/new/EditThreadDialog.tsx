import { changeThread } from '@hzm/contracts/features/threads/api';
import type { ListedThread } from '@hzm/contracts/features/threads/thread';
import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { send } from '../../../lib/http.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Dialog } from '../../../ui/Overlay.tsx';
import { useSending } from '../../../ui/use-sending.ts';
import { takeAnswer } from '../conversation.live.ts';
import { ThreadFields, type ThreadValues } from './ThreadFields.tsx';

interface Props {
  thread: ListedThread;
  opened: boolean;
  onClose: () => void;
  focusTo: () => HTMLElement | null;
}

export function EditThreadDialog({ thread, opened, onClose, focusTo }: Props) {
  const { t } = useTranslation('threads');
  return (
    <Dialog opened={opened} onClose={onClose} focusTo={focusTo} title={t('edit.title')} size="lg">
      {opened && <EditThread thread={thread} onClose={onClose} />}
    </Dialog>
  );
}

function EditThread({
  thread: { id, title, category, priority, tags },
  onClose,
}: Pick<Props, 'thread' | 'onClose'>) {
  const { t } = useTranslation(['threads', 'common']);
  const { busy, error, run } = useSending();
  const form = useForm<ThreadValues>({
    initialValues: { title, category, priority, tags: [...tags] },
    validate: { title: text => (text.trim() === '' ? t('rules.title') : null) },
  });
  const save = (written: ThreadValues): Promise<void> =>
    run(async () => {
      // Sends changed members only, because another person may have changed the others.
      const body = Object.fromEntries(
        Object.entries(written).filter(([name]) => form.isDirty(name)),
      );
      takeAnswer((await send(changeThread, { params: { threadId: id }, body })).data);
      onClose();
    });
  return (
    <Form
      onSubmit={form.onSubmit(written => {
        if (form.isDirty()) void save(written);
        else onClose();
      })}
    >
      <Stack>
        <ThreadFields form={form} disabled={busy} />
        {error && <ErrorNotice error={error} title={t('failed')} />}
        <Group justify="flex-end">
          <Button variant="default" disabled={busy} onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('common:save')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
