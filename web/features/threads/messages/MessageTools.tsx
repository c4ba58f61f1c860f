import {
  reactions,
  type Message,
  type ReactionEmoji,
} from '@hzm/contracts/features/threads/message';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconLink, IconPencil, IconTrash, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmojiButton } from '../EmojiButton.tsx';
import { isOwn, useMessageActions } from './actions.ts';
import classes from './Messages.module.css';

export function MessageTools({ message }: { message: Message }) {
  const { t } = useTranslation('threads');
  const { readerId, mayWrite, react, reply, edit, remove, copyLink } = useMessageActions();
  const own = isOwn(message, readerId);
  return (
    <div className={classes.tools} role="toolbar" aria-label={t('tools.label')}>
      {mayWrite && (
        <EmojiButton
          label={t('tools.react')}
          emoji={reactions}
          size="md"
          onPick={emoji => react(message, emoji as ReactionEmoji)}
        />
      )}
      {mayWrite && (
        <Tool icon={IconArrowBackUp} label={t('tools.reply')} onClick={() => reply(message)} />
      )}
      {mayWrite && own && (
        <Tool icon={IconPencil} label={t('tools.edit')} onClick={() => edit(message)} />
      )}
      {own && <Tool icon={IconTrash} label={t('tools.remove')} onClick={() => remove(message)} />}
      <Tool icon={IconLink} label={t('tools.link')} onClick={() => copyLink(message)} />
    </div>
  );
}

function Tool({ icon: Drawn, label, onClick }: { icon: Icon; label: string; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        <Drawn size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
