import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function FailedScreen() {
  const { t } = useTranslation('common');
  return (
    <Center component="main" mih="100dvh" p="md">
      <title>{t('failed.title')}</title>
      <Stack align="center">
        <Title order={1} size="h2" ta="center">
          {t('failed.title')}
        </Title>
        <Text ta="center">{t('failed.text')}</Text>
        <Button onClick={() => location.reload()}>{t('failed.reload')}</Button>
      </Stack>
    </Center>
  );
}
