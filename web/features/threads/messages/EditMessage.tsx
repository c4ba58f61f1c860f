import type { Message } from '@hzm/contracts/features/threads/message';
import { Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Composer, type ComposerHandle } from '../composer/Composer.tsx';
import { useMessageActions } from './actions.ts';

/** Edits one's own message in place; Escape cancels. */
export function EditMessage({ message }: { message: Message }) {
  const { t } = useTranslation(['threads', 'common']);
  const { projectId, edit, save } = useMessageActions();
  const [text, setText] = useState(message.content);
  const composer = useRef<ComposerHandle>(null);
  useEffect(() => composer.current?.focus(), []);
  const leave = (): void => edit(null);
  return (
    <Composer
      ref={composer}
      projectId={projectId}
      label={t('threads:tools.editing')}
      text={text}
      onText={setText}
      hasFiles={message.attachments.length > 0}
      onLeave={leave}
      onSend={content => {
        if (content === message.content) leave();
        else save(message, content);
      }}
      more={
        <Group gap={4}>
          <Button size="compact-sm" variant="default" onClick={leave}>
            {t('common:cancel')}
          </Button>
        </Group>
      }
    />
  );
}
