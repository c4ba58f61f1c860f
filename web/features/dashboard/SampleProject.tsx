import { Button, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useSending } from '../../ui/use-sending.ts';

/** Button that creates a sample project. */
export function SampleProject({ taken, isFull }: { taken: readonly string[]; isFull: boolean }) {
  const { t } = useTranslation('dashboard');
  const navigate = useNavigate();
  const { busy, error, run } = useSending();
  const [done, setDone] = useState(0);
  const make = (): void =>
    void run(async () => {
      setDone(0);
      const [{ makeSample }, { shop }, { freeName }] = await Promise.all([
        import('./sample/make.ts'),
        import('./sample/shop.ts'),
        import('../../lib/free-name.ts'),
      ]);
      const tables = shop(key => t(`sample.${key}` as never), Date.now());
      const project = await makeSample(
        freeName(t('sample.project'), taken),
        t('sample.description'),
        tables,
        setDone,
      );
      await navigate({ to: '/projects/$id/data', params: { id: project.id } });
    });
  return (
    <Paper component="section" withBorder p="lg" mb="xl" aria-labelledby="sample">
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h4" id="sample">
          {t('sample.title')}
        </Title>
        <Text c="dimmed" size="sm">
          {t(isFull ? 'sample.full' : 'sample.text')}
        </Text>
        {error && <ErrorNotice error={error} title={t('sample.failed')} />}
        {busy && <Progress value={done * 100} w="100%" aria-label={t('sample.making')} />}
        <Button
          variant="light"
          loading={busy}
          disabled={isFull && !busy}
          leftSection={<IconSparkles size={18} aria-hidden />}
          onClick={make}
        >
          {t('sample.make')}
        </Button>
      </Stack>
    </Paper>
  );
}
