import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** The project does not exist, or the reader has no access. */
export function ProjectMissing({ title }: { title?: string | undefined }) {
  const { t } = useTranslation('projects');
  const said = title ?? t('detail.missing');
  return (
    <Stack align="center" gap="sm" py={96} px="md">
      <title>{`${said} · HZM`}</title>
      <Title order={1} size="h2" ta="center">
        {said}
      </Title>
      <Text c="dimmed" ta="center">
        {t('detail.missingText')}
      </Text>
      <Button component={Link} to="/projects" mt="sm">
        {t('detail.back')}
      </Button>
    </Stack>
  );
}
