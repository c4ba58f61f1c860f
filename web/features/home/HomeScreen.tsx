import { Button, Group, Text, Title } from '@mantine/core';
import { IconShieldBolt, IconTableSpark, IconUsersGroup } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactElement, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { VisitorPage } from '../../shell/VisitorPage.tsx';
import { useAtomValue } from '../../state/jotai.ts';
import { unknownAddressAtom } from '../../state/unknown-address.ts';
import { part } from '../../ui/part.ts';
import { TablePicture } from './TablePicture.tsx';
import featureClasses from './Features.module.css';
import classes from './HomeScreen.module.css';

const UnknownAddress = part(
  async () => (await import('./UnknownAddress.tsx')).UnknownAddress,
  'unknown-address',
);

/**
 * Home page, usable before any code runs: theme.js marks a signed-in visitor on the document's
 * root, and styles show the matching link.
 */
export function HomeScreen() {
  const { t } = useTranslation(['homepage', 'common']);
  const unknown = useAtomValue(unknownAddressAtom);
  const start = (
    <>
      <Button component={Link} to="/dashboard" size="lg" className={classes.member}>
        {t('toDashboard')}
      </Button>
      <Button component={Link} to="/register" size="lg" className={classes.visitor}>
        {t('start')}
      </Button>
    </>
  );
  const doors = <VisitorDoors />;
  return (
    <VisitorPage title={t('title')} description={t('lead')} actions={doors}>
      <div className={classes.page}>
        {unknown !== null && (
          <Suspense fallback={null}>
            <UnknownAddress address={unknown} />
          </Suspense>
        )}
        <Hero start={start} />
        <Features />
        <section className={classes.call}>
          <div>
            <Title order={2} size="h3">
              {t('call.title')}
            </Title>
            <Text>{t('call.text')}</Text>
          </div>
          {start}
        </section>
        <footer className={classes.footer}>
          <Text size="sm" c="dimmed">
            {t('footer')}
          </Text>
        </footer>
      </div>
    </VisitorPage>
  );
}

function VisitorDoors() {
  const { t } = useTranslation(['homepage', 'common']);
  return (
    <>
      <Button component={Link} to="/dashboard" size="sm" className={classes.member}>
        {t('common:nav.dashboard')}
      </Button>
      <Button
        component={Link}
        to="/login"
        size="sm"
        variant="default"
        visibleFrom="xs"
        className={classes.visitor}
      >
        {t('common:nav.login')}
      </Button>
      <Button component={Link} to="/register" size="sm" className={classes.visitor}>
        {t('common:nav.register')}
      </Button>
    </>
  );
}

function Hero({ start }: { start: ReactElement }) {
  const { t } = useTranslation(['homepage', 'common']);
  return (
    <section className={classes.hero}>
      <div>
        <Title order={1} className={classes.title}>
          {t('title')}
        </Title>
        <Text className={classes.lead}>{t('lead')}</Text>
        <Text className={classes.where}>{t('where')}</Text>
        <Group gap="sm">
          {start}
          <Button
            component={Link}
            to="/login"
            size="lg"
            variant="default"
            className={classes.visitor}
          >
            {t('common:nav.login')}
          </Button>
        </Group>
      </div>
      <TablePicture />
    </section>
  );
}

const features = [
  { Icon: IconTableSpark, title: 'features.easy', text: 'features.easyText' },
  { Icon: IconUsersGroup, title: 'features.together', text: 'features.togetherText' },
  { Icon: IconShieldBolt, title: 'features.fast', text: 'features.fastText' },
] as const;

function Features() {
  const { t } = useTranslation('homepage');
  return (
    <section>
      <Title order={2} size="h3" mb="lg">
        {t('features.title')}
      </Title>
      <ul className={featureClasses.list}>
        {features.map(({ Icon, title, text }) => (
          <li key={title}>
            <Icon size={26} stroke={1.6} className={featureClasses.icon} aria-hidden />
            <Title order={3} size="h4" mb={6}>
              {t(title)}
            </Title>
            <Text c="dimmed">{t(text)}</Text>
          </li>
        ))}
      </ul>
    </section>
  );
}
