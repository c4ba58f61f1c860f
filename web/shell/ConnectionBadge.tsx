import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../lib/format.ts';
import { useLanguage } from '../lib/use-language.ts';
import { connectionAtom, heardAtom, type Connection } from '../realtime/socket.ts';
import { useAtomValue } from '../state/jotai.ts';
import classes from './ConnectionBadge.module.css';

const states: readonly Connection[] = ['live', 'catching-up', 'offline'];

/**
 * Connection state, and the time of the last change received. The state is in words, not only in
 * colour; the badge is as wide as its longest word, so that nothing moves.
 */
export function ConnectionBadge() {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const state = useAtomValue(connectionAtom);
  const position = useAtomValue(heardAtom);
  const where =
    position === null
      ? ''
      : ` · ${t('connection.position', { position: formatNumber(Number(position), language) })}`;
  return (
    <Tooltip label={`${t(`connection.hint-${state}`)}${where}`}>
      <span role="status" className={classes.badge} data-state={state}>
        <span className={classes.dot} aria-hidden />
        <span>{t(`connection.${state}`)}</span>
        {states.map(other => (
          <span
            key={other}
            className={classes.room}
            data-word={t(`connection.${other}`)}
            aria-hidden
          />
        ))}
      </span>
    </Tooltip>
  );
}
