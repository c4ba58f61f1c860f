import type { Message } from '@hzm/contracts/features/threads/message';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/use-language.ts';
import classes from './Messages.module.css';

type Sent = Pick<Message, 'sender_type' | 'sender_name'>;

/** Avatar of a sender: an initial, or `AI` for a program. The name stands beside it. */
export function SenderPicture({ message: { sender_type, sender_name } }: { message: Sent }) {
  const { t } = useTranslation('threads');
  const language = useLanguage();
  return (
    <span className={classes.picture} data-sender={sender_type} aria-hidden>
      {sender_type === 'ai'
        ? t('sender.ai')
        : sender_name.trim().slice(0, 1).toLocaleUpperCase(language) || '?'}
    </span>
  );
}

/** Name of a sender, or a text for a deleted account. */
export function SenderName({ message: { sender_type, sender_name } }: { message: Sent }) {
  const { t } = useTranslation('threads');
  return (
    <strong className={classes.name}>
      {sender_name !== '' ? sender_name : sender_type === 'ai' ? t('sender.ai') : t('sender.gone')}
    </strong>
  );
}
