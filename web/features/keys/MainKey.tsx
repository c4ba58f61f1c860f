import type { ApiKey } from '@hzm/contracts/features/keys/key';
import { Button, Group, Text } from '@mantine/core';
import { IconListCheck, IconLockPassword, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { maskKey } from '../../lib/format.ts';
import { Panel } from '../../ui/Panel.tsx';
import { SecretValue } from '../../ui/SecretValue.tsx';
import { Former } from './Former.tsx';
import { regenerateOf, type AskOf } from './key-task.ts';
import { KeyBadges, KeyFacts } from './KeyFacts.tsx';
import classes from './Keys.module.css';

/** The project's main key, and the password shared by all its keys. */
export function MainKey({
  apiKey,
  now,
  password,
  onAsk,
  onPassword,
}: {
  apiKey: ApiKey;
  now: number;
  password: string | null;
  onAsk: AskOf;
  onPassword: () => void;
}) {
  const { t } = useTranslation('keys');
  return (
    <Panel title={t('main')} aside={<KeyBadges apiKey={apiKey} now={now} />}>
      <div className={classes.key}>
        <Text size="sm" c="dimmed">
          {t('mainHint')}
        </Text>
        {apiKey.key === null ? (
          <Text size="sm">{t('hidden')}</Text>
        ) : (
          <SecretValue
            label={t('key')}
            value={apiKey.key}
            masked={maskKey(apiKey.key)}
            copied={t('keyCopied')}
          />
        )}
        {password !== null && (
          <SecretValue
            label={t('password')}
            value={password}
            masked={'*'.repeat(12)}
            copied={t('passwordCopied')}
          />
        )}
        <Former apiKey={apiKey} now={now} onAsk={onAsk} />
        <KeyFacts apiKey={apiKey} />
        <MainKeyActions onAsk={onAsk} apiKey={apiKey} onPassword={onPassword} />
      </div>
    </Panel>
  );
}

function MainKeyActions({
  onAsk,
  apiKey,
  onPassword,
}: {
  onAsk: AskOf;
  apiKey: ApiKey;
  onPassword: () => void;
}) {
  const { t } = useTranslation('keys');
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="sm"
        leftSection={<IconListCheck size={17} aria-hidden />}
        onClick={() => onAsk('report')(apiKey)}
      >
        {t('actions.report')}
      </Button>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconRefresh size={17} aria-hidden />}
        data-menu-of={regenerateOf(apiKey)}
        onClick={() => onAsk('regenerate')(apiKey)}
      >
        {t('actions.regenerate')}
      </Button>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconLockPassword size={17} aria-hidden />}
        onClick={onPassword}
      >
        {t('actions.changePassword')}
      </Button>
    </Group>
  );
}
