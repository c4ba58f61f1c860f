import type { EndpointDefinition } from '@hzm/contracts/features/custom-endpoints/definition';
import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { curlOf, endpointAddress } from '../../lib/endpoint-address.ts';
import { CopyAction } from '../../ui/CopyAction.tsx';
import { Section } from './Section.tsx';
import classes from './Endpoints.module.css';

export function AddressPanel({
  projectId,
  definition,
  version,
}: {
  projectId: string;
  definition: EndpointDefinition;
  version: number | null;
}) {
  const { t } = useTranslation('endpoints');
  const address = endpointAddress(location.origin, projectId, definition.path);
  const lines = [
    { name: t('address.url'), value: address },
    ...(version === null
      ? []
      : [
          {
            name: t('address.pinned', { version }),
            value: endpointAddress(location.origin, projectId, definition.path, version),
          },
        ]),
    { name: 'curl', value: curlOf(location.origin, projectId, definition) },
  ];
  return (
    <Section title={t('address.title')}>
      <Stack gap="xs">
        {lines.map(({ name, value }) => (
          <div key={name}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Text size="sm" fw={500}>
                {name}
              </Text>
              <CopyAction
                value={value}
                label={t('address.copy', { name })}
                done={t('address.copied')}
              />
            </Group>
            <code className={classes.address}>{value}</code>
          </div>
        ))}
      </Stack>
    </Section>
  );
}
