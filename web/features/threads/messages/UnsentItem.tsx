import { Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../state/use-session.ts';
import type { Unsent } from '../model/outbox.ts';
import { MessageText } from './MessageText.tsx';
import { SenderName, SenderPicture } from './Sender.tsx';
import classes from './Messages.module.css';

interface Props {
  projectId: string;
  unsent: Unsent;
  onAgain: (id: string) => void;
  onDiscard: (id: string) => void;
}

/** A message that is being sent, waits, or was refused, with the reason and a retry. */
export function UnsentItem({
  projectId,
  unsent: { id, content, attachments, state, reason },
  onAgain,
  onDiscard,
}: Props) {
  const { t } = useTranslation('threads');
  const { user } = useSession();
  const sender = { sender_type: 'user', sender_name: user.name } as const;
  const isFailed = state === 'failed';
  return (
    <li className={classes.item} data-first data-unsent={state}>
      <SenderPicture message={sender} />
      <div className={classes.body}>
        <div className={classes.head}>
          <SenderName message={sender} />
        </div>
        <MessageText content={content} mentions={[]} projectId={projectId} readerId={user.id} />
        {attachments.length > 0 && (
          <ul className={classes.files}>
            {attachments.map(file => (
              <li key={file.id}>{file.file_name}</li>
            ))}
          </ul>
        )}
        <p className={classes.state} role={isFailed ? 'alert' : undefined}>
          {isFailed ? (
            <IconAlertTriangle size={15} aria-hidden />
          ) : (
            <IconClock size={15} aria-hidden />
          )}
          {isFailed
            ? t('unsent.failed', { reason: reason ?? '' })
            : state === 'sending'
              ? t('unsent.sending')
              : t('unsent.waiting')}
        </p>
        {state !== 'sending' && (
          <Group gap="xs">
            <Button size="compact-sm" variant="light" onClick={() => onAgain(id)}>
              {t('unsent.again')}
            </Button>
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onDiscard(id)}>
              {t('unsent.discard')}
            </Button>
          </Group>
        )}
      </div>
    </li>
  );
}
