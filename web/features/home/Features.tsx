import { Text, Title } from '@mantine/core';
import { IconShieldBolt, IconTableSpark, IconUsersGroup } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './Features.module.css';

const features = [
  { Icon: IconTableSpark, title: 'features.easy', text: 'features.easyText' },
  { Icon: IconUsersGroup, title: 'features.together', text: 'features.togetherText' },
  { Icon: IconShieldBolt, title: 'features.fast', text: 'features.fastText' },
] as const;

export function Features() {
  const { t } = useTranslation('homepage');
  return (
    <section>
      <Title order={2} size="h3" mb="lg">
        {t('features.title')}
      </Title>
      <ul className={classes.list}>
        {features.map(({ Icon, title, text }) => (
          <li key={title}>
            <Icon size={26} stroke={1.6} className={classes.icon} aria-hidden />
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
