import { plainText } from '@hzm/contracts/features/threads/mentions';
import type { Message } from '@hzm/contracts/features/threads/message';
import { useTranslation } from 'react-i18next';
import { formatParts } from '../../../lib/list-text.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useMessageActions } from './actions.ts';
import { SenderName } from './Sender.tsx';
import classes from './Messages.module.css';

/** The answered message in one line; a click goes there. */
export function Quotation({ message, id }: { message: Message | undefined; id: string }) {
  const { t } = useTranslation('threads');
  const language = useLanguage();
  const { jump } = useMessageActions();
  return (
    <button type="button" className={classes.quotation} onClick={() => jump(id)}>
      {message && <SenderName message={message} />}
      <span className={classes.quoted}>
        {message === undefined || message.is_removed
          ? t('removed')
          : plainText(message.content) ||
            formatParts(
              message.attachments.map(({ file_name }) => file_name),
              language,
            )}
      </span>
    </button>
  );
}
