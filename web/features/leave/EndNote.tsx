import { Alert } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { leftBehind } from '../../state/left-behind.ts';
import type { SessionEnd } from '../../state/session.ts';
import { LeftList } from './LeftList.tsx';
import classes from './EndNote.module.css';

interface Props {
  end: SessionEnd;
  /** Whether it covers a screen that the guard is about to leave. */
  isOver?: boolean;
}

/** Reason why a session ended, and the person's unsent work in this browser. */
export function EndNote({ end: { reason, owner }, isOver = false }: Props) {
  const { t } = useTranslation('leave');
  const [left] = useState(() => owner && leftBehind(localStorage, owner));
  return (
    <Alert
      color="yellow"
      role="alert"
      {...(isOver && { className: classes.over! })}
      icon={<IconLogout size={18} aria-hidden />}
      title={t(reason)}
    >
      {left && (
        <>
          {t('kept')}
          <LeftList left={left} />
        </>
      )}
    </Alert>
  );
}
