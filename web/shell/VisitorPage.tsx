import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BrandLink } from './BrandLink.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { SchemeSwitch } from './SchemeSwitch.tsx';
import shell from './Shell.module.css';
import classes from './VisitorPage.module.css';

export function VisitorPage({
  title,
  description,
  actions,
  children,
}: {
  title: string;
  description: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation('common');
  return (
    <div className={shell.shell}>
      <title>{`${title} · HZM`}</title>
      <meta name="description" content={description} />
      <a href="#main" className={shell.skip}>
        {t('skip')}
      </a>
      <header className={classes.header}>
        <BrandLink to="/" />
        <Group gap={6} wrap="nowrap">
          <SchemeSwitch />
          <LanguageSwitch />
          {actions}
        </Group>
      </header>
      <main id="main" tabIndex={-1} className={shell.main}>
        {children}
      </main>
    </div>
  );
}
