import { messageVersions } from '@hzm/contracts/features/threads/api';
import type { Message } from '@hzm/contracts/features/threads/message';
import { Loader, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatParts } from '../../../lib/list-text.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { formatMoment } from '../../../lib/values/date-text.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Dialog } from '../../../ui/Overlay.tsx';
import { useAnswer } from '../../../ui/use-answer.ts';
import { MessageText } from './MessageText.tsx';
import classes from './Messages.module.css';

interface Props {
  message: Message | null;
  projectId: string;
  readerId: string;
  onClose: () => void;
}

/** Earlier versions of a message, newest first. */
export function VersionsDialog({ message, projectId, readerId, onClose }: Props) {
  const { t } = useTranslation('threads');
  return (
    <Dialog opened={message !== null} onClose={onClose} title={t('versions.title')} size="lg">
      {message && <Versions message={message} projectId={projectId} readerId={readerId} />}
    </Dialog>
  );
}

function Versions({
  message: { id, thread_id, mentions },
  projectId,
  readerId,
}: Omit<Props, 'onClose' | 'message'> & { message: Message }) {
  const { t } = useTranslation('threads');
  const language = useLanguage();
  const { data, error, reload } = useAnswer(messageVersions, {
    params: { threadId: thread_id, messageId: id },
  });
  if (error) return <ErrorNotice error={error} title={t('versions.failed')} onRetry={reload} />;
  if (!data) return <Loader size="sm" role="status" aria-label={t('loadingMessages')} />;
  return (
    <ol className={classes.versions} reversed>
      {data.versions.toReversed().map(({ version, at, content, attachments }) => (
        <li key={version}>
          <Text size="xs" c="dimmed" component="time" dateTime={at}>
            {formatMoment(at, language)}
          </Text>
          <MessageText
            content={content}
            mentions={mentions}
            projectId={projectId}
            readerId={readerId}
          />
          {attachments.length > 0 && (
            <Text size="sm" c="dimmed">
              {formatParts(
                attachments.map(({ file_name }) => file_name),
                language,
              )}
            </Text>
          )}
        </li>
      ))}
    </ol>
  );
}
