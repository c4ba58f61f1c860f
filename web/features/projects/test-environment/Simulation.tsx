import type { Project } from '@hzm/contracts/features/projects/project';
import { Alert, Badge, CloseButton, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../lib/error-text.ts';
import { maskKey } from '../../../lib/format.ts';
import { failureOf } from './simulation.ts';
import type { CreationFailure } from './use-creation.ts';
import classes from './TestGroup.module.css';

/** Error of creating a test environment, with a preview marked as such. */
export function Simulation({
  project,
  failed: { error, simulated },
  onDismiss,
}: {
  project: Project;
  failed: CreationFailure;
  onDismiss: () => void;
}) {
  const { t } = useTranslation(['projects', 'translation']);
  const errorText = useErrorText();
  const failure = failureOf(error);
  return (
    <Stack gap="xs">
      <Alert
        color="red"
        role="alert"
        icon={<IconAlertTriangle size={20} aria-hidden />}
        title={t('test.failed')}
      >
        <Text size="sm">{t(`test.failures.${failure}`, { reason: errorText(error) })}</Text>
      </Alert>
      <section
        className={classes.simulation}
        aria-label={t('test.simulationOf', { name: project.name })}
      >
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Badge color="gray" variant="outline" tt="none">
            {t('test.simulation')}
          </Badge>
          <CloseButton size="sm" aria-label={t('test.dismiss')} onClick={onDismiss} />
        </Group>
        <Text fw={600} className={classes.name}>
          {simulated.name}
        </Text>
        <Text size="sm" c="dimmed">
          {t('test.simulationHint')}
        </Text>
        <dl className={classes.facts}>
          <dt>{t('test.simulatedId')}</dt>
          <dd>
            <Code>{simulated.id}</Code>
          </dd>
          <dt>{t('apiKey')}</dt>
          <dd>
            <Code>{maskKey(simulated.apiKey)}</Code>
          </dd>
        </dl>
      </section>
    </Stack>
  );
}
