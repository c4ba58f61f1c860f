import type { Message } from '@hzm/contracts/features/threads/message';
import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format.ts';
import { formatList } from '../../../lib/list-text.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useMessageActions } from './actions.ts';
import classes from './Messages.module.css';

/**
 * Reactions to a message, each emoji with its count; one's own is marked, and a click removes it.
 */
export function Reactions({ message }: { message: Message }) {
  const { t } = useTranslation('threads');
  const language = useLanguage();
  const { readerId, mayWrite, react } = useMessageActions();
  if (message.reactions.length === 0) return null;
  return (
    <div className={classes.reactions} role="group" aria-label={t('reactions.label')}>
      {message.reactions.map(({ emoji, count, people }) => {
        const names = formatList(
          people.map(({ name }) => (name === '' ? t('sender.gone') : name)),
          language,
        );
        return (
          <Tooltip key={emoji} label={names} multiline maw={260}>
            <button
              type="button"
              className={classes.reaction}
              aria-pressed={people.some(({ id }) => id === readerId)}
              aria-label={t('reactions.one', { emoji, number: count, names })}
              disabled={!mayWrite}
              onClick={() => react(message, emoji)}
            >
              <span aria-hidden>{emoji}</span>
              <span className="hzm-figures" aria-hidden>
                {formatNumber(count, language)}
              </span>
            </button>
          </Tooltip>
        );
      })}
    </div>
  );
}
