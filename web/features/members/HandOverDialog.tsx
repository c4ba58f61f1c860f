import { handOver } from '@hzm/contracts/features/members/api';
import type { Member } from '@hzm/contracts/features/members/member';
import type { Project } from '@hzm/contracts/features/projects/project';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { formatList } from '../../lib/list-text.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { peopleOf } from '../../state/members.live.ts';
import { projectOf } from '../../state/project.live.ts';
import { ConfirmTyped } from '../../ui/ConfirmTyped.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useSending } from '../../ui/use-sending.ts';

export function HandOverDialog({
  member,
  project,
  onClose,
}: {
  member: Member | null;
  project: Project;
  onClose: () => void;
}) {
  const { t } = useTranslation('members');
  const language = useLanguage();
  const { busy, error, run, clear } = useSending();
  const close = (): void => {
    clear();
    onClose();
  };
  const confirm = (): Promise<void> =>
    run(async () => {
      if (!member) return;
      const {
        data: { suspendedKeys },
      } = await send(handOver, {
        params: { projectId: project.id },
        body: { userId: member.userId },
      });
      const keys = formatList(
        suspendedKeys.map(({ name }) => name),
        language,
      );
      const done = t('handOver.done', { name: member.name });
      notifyDone(keys === '' ? done : `${done}. ${t('handOver.suspended', { keys })}`);
      onClose();
      await Promise.all([projectOf(project.id).reload(), peopleOf(project.id).reload()]);
    });
  return (
    <ConfirmTyped
      opened={member !== null}
      title={t('handOver.title')}
      warning={t('handOver.warning', { name: member?.name ?? '' })}
      name={project.name}
      prompt={t('handOver.prompt', { project: project.name })}
      confirm={t('handOver.confirm')}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      {error && <ErrorNotice error={error} title={t('handOver.failed')} />}
    </ConfirmTyped>
  );
}
