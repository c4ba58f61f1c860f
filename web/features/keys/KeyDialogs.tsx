import type { ApiKey } from '@hzm/contracts/features/keys/key';
import type { Project } from '@hzm/contracts/features/projects/project';
import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { menuOf } from '../../ui/menu-of.ts';
import { notifyDone } from '../../ui/notify.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { Question } from '../../ui/Question.tsx';
import { regenerateOf, type KeyTask } from './key-task.ts';
import { KeyForm } from './KeyForm.tsx';
import { KeyReport } from './KeyReport.tsx';
import { endFormer, remove } from './keys.live.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { RegenerateForm } from './RegenerateForm.tsx';

/** The button that is there after a task that may remove the one that began it. */
const focusAfter = (task: KeyTask | null): HTMLElement | null =>
  task?.kind === 'remove'
    ? menuOf(task.apiKey.id)
    : task?.kind === 'end'
      ? menuOf(regenerateOf(task.apiKey))
      : null;

export function KeyDialogs({
  task,
  project,
  onClose,
}: {
  task: KeyTask | null;
  project: Project;
  onClose: () => void;
}) {
  const { t } = useTranslation('keys');
  const nameOf = ({ isMain, name }: ApiKey): string => (isMain ? t('main') : name);
  const title = (asked: KeyTask): string => {
    switch (asked.kind) {
      case 'add':
        return t('form.addTitle');
      case 'edit':
        return t('form.editTitle');
      case 'password':
        return t('passwordForm.title');
      case 'report':
        return t('report.title', { name: nameOf(asked.apiKey) });
      default:
        return t(`confirm.${asked.kind}.title`);
    }
  };
  return (
    <Dialog
      opened={task !== null}
      onClose={onClose}
      title={task && title(task)}
      focusTo={() => focusAfter(task)}
      size={task?.kind === 'report' ? 'lg' : 'md'}
    >
      {task?.kind === 'add' && <KeyForm project={project} onDone={onClose} />}
      {task?.kind === 'edit' && <KeyForm project={project} apiKey={task.apiKey} onDone={onClose} />}
      {task?.kind === 'password' && <PasswordForm projectId={project.id} onDone={onClose} />}
      {task?.kind === 'regenerate' && <RegenerateForm apiKey={task.apiKey} onDone={onClose} />}
      {(task?.kind === 'end' || task?.kind === 'remove') && (
        <ConfirmForm apiKey={task.apiKey} kind={task.kind} onDone={onClose} />
      )}
      {task?.kind === 'report' && <KeyReport apiKey={task.apiKey} />}
    </Dialog>
  );
}

function ConfirmForm({
  apiKey,
  kind,
  onDone,
}: {
  apiKey: ApiKey;
  kind: 'end' | 'remove';
  onDone: () => void;
}) {
  const { t } = useTranslation('keys');
  const confirm = async (): Promise<void> => {
    await (kind === 'end' ? endFormer : remove)(apiKey);
    notifyDone(t(`confirm.${kind}.done`));
    onDone();
  };
  return (
    <Question
      failed={t(`confirm.${kind}.failed`)}
      confirm={t(`confirm.${kind}.confirm`)}
      onConfirm={confirm}
      onClose={onDone}
    >
      <Alert color="red" icon={<IconAlertTriangle size={20} aria-hidden />}>
        <Text size="sm">
          {t(`confirm.${kind}.warning`, { name: apiKey.isMain ? t('main') : apiKey.name })}
        </Text>
      </Alert>
    </Question>
  );
}
