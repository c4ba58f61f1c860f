import { Button, Divider, Stack, Text } from '@mantine/core';
import { IconArrowUpCircle, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAtomValue } from '../state/jotai.ts';
import { planToTakeAtom } from '../state/plan-to-take.ts';
import { AccountCard } from './AccountCard.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { NavLinks } from './NavLinks.tsx';
import { SchemeSwitch } from './SchemeSwitch.tsx';
import { useLeave } from './use-leave.ts';
import classes from './Menu.module.css';

export function Menu({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('common');
  const leave = useLeave();
  return (
    <Stack>
      <AccountCard />
      <nav aria-label={t('nav.label')}>
        <NavLinks onDone={onDone} />
      </nav>
      <Divider />
      <Button
        variant="default"
        component={Link}
        to="/account"
        onClick={onDone}
        leftSection={<IconUserCircle size={16} aria-hidden />}
      >
        {t('nav.account')}
      </Button>
      {useAtomValue(planToTakeAtom) && (
        <Button
          variant="default"
          component={Link}
          to="/upgrade"
          onClick={onDone}
          leftSection={<IconArrowUpCircle size={16} aria-hidden />}
        >
          {t('nav.upgrade')}
        </Button>
      )}
      <div className={classes.setting}>
        <Text size="sm">{t('scheme.label')}</Text>
        <SchemeSwitch />
      </div>
      <LanguageSwitch fullWidth />
      <Button
        variant="default"
        leftSection={<IconLogout size={16} aria-hidden />}
        onClick={() => void leave()}
      >
        {t('nav.logout')}
      </Button>
    </Stack>
  );
}
