import type { Message } from '@hzm/contracts/features/threads/message';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/use-language.ts';
import { formatMoment } from '../../../lib/values/date-text.ts';
import classes from './Messages.module.css';

/** A system message, centred, in the reader's language. */
export function SystemLine({ message: { system, sender_name, created_at } }: { message: Message }) {
  const { t } = useTranslation('threads');
  const language = useLanguage();
  if (system === null) return null;
  const name = sender_name === '' ? t('sender.gone') : sender_name;
  return (
    <p className={classes.system}>
      {system.kind === 'status'
        ? t(`system.${system.to}`, { name })
        : t('system.title', { name, title: system.to === '' ? t('titleErased') : system.to })}{' '}
      <time dateTime={created_at}>{formatMoment(created_at, language)}</time>
    </p>
  );
}
