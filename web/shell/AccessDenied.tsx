import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Page } from '../ui/Page.tsx';

/** In place of a screen that is for administrators only. */
export function AccessDenied() {
  const { t } = useTranslation('common');
  return (
    <Page title={t('denied.title')}>
      <EmptyState icon={<IconLock size={26} aria-hidden />} text={t('denied.text')}>
        <Button component={Link} to="/dashboard">{t('denied.back')}</Button>
      </EmptyState>
    </Page>
  );
}
