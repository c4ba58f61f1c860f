import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { connectionAtom } from '../realtime/socket.ts';
import { useAtomValue } from '../state/jotai.ts';
import classes from './ConnectionBadge.module.css';

/** Whether changes of others arrive: in words, colour only helps. */
export function ConnectionBadge() {
  const { t } = useTranslation('common');
  const state = useAtomValue(connectionAtom);
  return (
    <Tooltip label={t(`connection.hint-${state}`)}>
      <span role="status" className={classes.badge} data-state={state}>
        <span className={classes.dot} aria-hidden />
        {t(`connection.${state}`)}
      </span>
    </Tooltip>
  );
}
