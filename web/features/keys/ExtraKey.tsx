import type { ApiKey } from '@hzm/contracts/features/keys/key';
import { mayAs } from '@hzm/contracts/features/members/rights';
import type { ProjectRole } from '@hzm/contracts/features/members/role';
import { ActionIcon, Button, Group, Menu, Text, Title } from '@mantine/core';
import {
  IconDots,
  IconListCheck,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { maskKey } from '../../lib/format.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { SecretValue } from '../../ui/SecretValue.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { Former } from './Former.tsx';
import { regenerateOf, type AskOf } from './key-task.ts';
import { KeyBadges, KeyFacts } from './KeyFacts.tsx';
import { change } from './keys.live.ts';
import classes from './Keys.module.css';

export function ExtraKey({
  apiKey,
  now,
  role,
  onAsk,
}: {
  apiKey: ApiKey;
  now: number;
  role: ProjectRole | null;
  onAsk: AskOf;
}) {
  const { t } = useTranslation('keys');
  const { busy, error, run } = useSending();
  const { name, isActive, isSuspended } = apiKey;
  const isOwners = isSuspended && !mayAs(role, 'project:own');
  const toggle = (): void =>
    void run(async () => {
      await change(apiKey, { isActive: !isActive });
      notifyDone(t(isActive ? 'activity.off' : 'activity.on'));
    });
  return (
    <article className={classes.key} aria-labelledby={`key-${apiKey.id}`}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Title order={3} size="h6" id={`key-${apiKey.id}`} className={classes.name} mb={6}>
            {name}
          </Title>
          <KeyBadges apiKey={apiKey} now={now} />
        </div>
        <KeyMenu apiKey={apiKey} onAsk={onAsk} />
      </Group>
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
      <Former apiKey={apiKey} now={now} onAsk={onAsk} />
      <KeyFacts apiKey={apiKey} />
      {isOwners && (
        <Text size="sm" c="dimmed">
          {t('suspended.owner')}
        </Text>
      )}
      {error && <ErrorNotice error={error} title={t('activity.failed')} />}
      <KeyActions apiKey={apiKey} onAsk={onAsk} busy={busy} isOwners={isOwners} toggle={toggle} />
    </article>
  );
}

function KeyMenu({ apiKey, onAsk }: { apiKey: ApiKey; onAsk: AskOf }) {
  const { t } = useTranslation('keys');
  const { name } = apiKey;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('actions.moreOf', { name })}
          data-menu-of={apiKey.id}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onAsk('remove')(apiKey)}
        >
          {t('actions.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function KeyActions({
  apiKey,
  onAsk,
  busy,
  isOwners,
  toggle,
}: {
  apiKey: ApiKey;
  onAsk: AskOf;
  busy: boolean;
  isOwners: boolean;
  toggle: () => void;
}) {
  const { t } = useTranslation('keys');
  const { name } = apiKey;
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="sm"
        leftSection={<IconListCheck size={17} aria-hidden />}
        aria-label={t('actions.reportOf', { name })}
        onClick={() => onAsk('report')(apiKey)}
      >
        {t('actions.report')}
      </Button>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconPencil size={17} aria-hidden />}
        aria-label={t('actions.editOf', { name })}
        onClick={() => onAsk('edit')(apiKey)}
      >
        {t('actions.edit')}
      </Button>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconRefresh size={17} aria-hidden />}
        aria-label={t('actions.regenerateOf', { name })}
        data-menu-of={regenerateOf(apiKey)}
        onClick={() => onAsk('regenerate')(apiKey)}
      >
        {t('actions.regenerate')}
      </Button>
      <ActiveButton busy={busy} isOwners={isOwners} apiKey={apiKey} toggle={toggle} />
    </Group>
  );
}

function ActiveButton({
  busy,
  isOwners,
  apiKey,
  toggle,
}: {
  busy: boolean;
  isOwners: boolean;
  apiKey: ApiKey;
  toggle: () => void;
}) {
  const { t } = useTranslation('keys');
  const { isActive, name } = apiKey;
  return (
    <Button
      variant="default"
      size="sm"
      loading={busy}
      disabled={isOwners}
      leftSection={
        isActive ? (
          <IconPlayerPause size={17} aria-hidden />
        ) : (
          <IconPlayerPlay size={17} aria-hidden />
        )
      }
      aria-label={t(isActive ? 'actions.deactivateOf' : 'actions.activateOf', { name })}
      onClick={toggle}
    >
      {t(isActive ? 'actions.deactivate' : 'actions.activate')}
    </Button>
  );
}
