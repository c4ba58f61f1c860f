import type { MasterCredentials } from '@hzm/contracts/features/master/api';
import { Button, Collapse, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconRefresh } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { maskKey } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { formatMoment } from '../../lib/values/date-text.ts';
import { SecretValue } from '../../ui/SecretValue.tsx';

interface Props {
  credentials: MasterCredentials;
  busy: boolean;
  onRefresh: () => void;
}

/** The master credentials, to copy; both are refreshed together. */
export function MasterPanel({ credentials, busy, onRefresh }: Props) {
  const { t } = useTranslation('administration');
  const language = useLanguage();
  const id = useId();
  const [opened, { toggle }] = useDisclosure(true);
  const Chevron = opened ? IconChevronUp : IconChevronDown;
  return (
    <section aria-label={t('master.panel')}>
      <UnstyledButton onClick={toggle} aria-expanded={opened} aria-controls={id} w="100%" py={6}>
        <Group justify="space-between">
          <Text fw={600}>{t('master.panel')}</Text>
          <Chevron size={18} aria-hidden />
        </Group>
      </UnstyledButton>
      <Collapse expanded={opened} id={id}>
        <Stack gap="sm">
          <div>
            <Text size="xs" c="dimmed">
              {t('master.email')}
            </Text>
            <Text size="sm">{credentials.master_email}</Text>
          </div>
          <SecretValue
            label={t('master.key')}
            value={credentials.master_key}
            masked={maskKey(credentials.master_key)}
            copied={t('master.keyCopied')}
          />
          <SecretValue
            label={t('master.secret')}
            value={credentials.master_password}
            masked={'*'.repeat(12)}
            copied={t('master.secretCopied')}
          />
          <Text size="xs" c="dimmed">
            {t('master.updated', { time: formatMoment(credentials.last_updated, language) })}
          </Text>
          <Text size="sm" c="dimmed">
            {t('master.refreshHint')}
          </Text>
          <Group justify="flex-end">
            <Button
              variant="default"
              loading={busy}
              leftSection={<IconRefresh size={17} aria-hidden />}
              onClick={onRefresh}
            >
              {t('master.refresh')}
            </Button>
          </Group>
        </Stack>
      </Collapse>
    </section>
  );
}
