import { Button, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { VisitorPage } from '../../shell/VisitorPage.tsx';
import { useAtomValue } from '../../state/jotai.ts';
import { sessionAtom } from '../../state/session.ts';
import { Features } from './Features.tsx';
import { TablePicture } from './TablePicture.tsx';
import classes from './HomeScreen.module.css';

export function HomeScreen() {
  const { t } = useTranslation(['homepage', 'common']);
  const signedIn = useAtomValue(sessionAtom) !== null;
  const start = signedIn
    ? <Button component={Link} to="/dashboard" size="lg">{t('toDashboard')}</Button>
    : <Button component={Link} to="/register" size="lg">{t('start')}</Button>;
  const doors = signedIn
    ? <Button component={Link} to="/dashboard" size="sm">{t('common:nav.dashboard')}</Button>
    : (
      <>
        <Button component={Link} to="/login" size="sm" variant="default" visibleFrom="xs">{t('common:nav.login')}</Button>
        <Button component={Link} to="/register" size="sm">{t('common:nav.register')}</Button>
      </>
    );
  return (
    <VisitorPage title={t('title')} actions={doors}>
      <div className={classes.page}>
        <section className={classes.hero}>
          <div>
            <Title order={1} className={classes.title}>{t('title')}</Title>
            <Text className={classes.lead}>{t('lead')}</Text>
            <Group gap="sm">
              {start}
              {!signedIn && <Button component={Link} to="/login" size="lg" variant="default">{t('common:nav.login')}</Button>}
            </Group>
          </div>
          <TablePicture />
        </section>
        <Features />
        <section className={classes.call}>
          <div>
            <Title order={2} size="h3">{t('call.title')}</Title>
            <Text>{t('call.text')}</Text>
          </div>
          {start}
        </section>
        <footer className={classes.footer}><Text size="sm" c="dimmed">{t('footer')}</Text></footer>
      </div>
    </VisitorPage>
  );
}
