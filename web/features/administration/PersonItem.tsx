import type { User } from '@hzm/contracts/features/accounts/account';
import { UNLIMITED } from '@hzm/contracts/features/accounts/account';
import { changeUser } from '@hzm/contracts/features/administration/api';
import { ActionIcon, Badge, Menu, Switch, Text } from '@mantine/core';
import {
  IconCreditCard,
  IconDots,
  IconEraser,
  IconEyeSearch,
  IconFolders,
  IconKey,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/error-text.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { useSession } from '../../state/use-session.ts';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { useSending } from '../../ui/use-sending.ts';
import classes from './People.module.css';

export type PersonTask = 'edit' | 'plan' | 'look' | 'password-link' | 'delete' | 'erase';

/** A plan is no role: a person on a plan stays a user. */
const badgeOf = ({ isAdmin }: User): 'admin' | 'user' => (isAdmin ? 'admin' : 'user');
const colors = { admin: 'red', user: 'gray' } as const;

/** One person: a table row, or a card on a phone. */
export function PersonItem({
  user,
  onAsk,
  onChanged,
}: {
  user: User;
  onAsk: (what: PersonTask) => void;
  onChanged: () => void;
}) {
  const { t } = useTranslation(['administration', 'translation', 'common']);
  const errorText = useErrorText();
  const language = useLanguage();
  const me = useSession().user.id;
  const { busy, run } = useSending();
  const limit = (value: number): string =>
    value === UNLIMITED ? t('translation:unlimited') : formatNumber(value, language);
  const badge = badgeOf(user);
  const turn = (isActive: boolean): void =>
    void run(async () => {
      try {
        await send(changeUser, { params: { accountId: user.id }, body: { isActive } });
        notifyDone(t(isActive ? 'people.nowActive' : 'people.nowPassive', { name: user.name }));
        onChanged();
      } catch (error) {
        notifyFailed(`${t('edit.failed')} ${errorText(error)}`);
      }
    });
  return (
    <tr className={classes.person} data-passive={!user.isActive || undefined} data-person={user.id}>
      <PersonName user={user} me={me} />
      <td className={classes.badge}>
        <Badge variant="light" tt="none" miw="max-content" color={colors[badge]}>
          {t(`badge.${badge}`)}
        </Badge>
      </td>
      <td className={classes.plan}>
        <Text span size="sm">
          {user.planName ?? t(`translation:plans.${user.subscriptionType}`)}
        </Text>
        <Text span size="xs" c="dimmed">
          {t('people.limits', { projects: limit(user.maxProjects), tables: limit(user.maxTables) })}
        </Text>
      </td>
      <td className={classes.since}>
        <Text span size="sm" c="dimmed">
          {formatDate(user.createdAt, language)}
        </Text>
      </td>
      <td className={classes.state}>
        <ActiveSwitch user={user} me={me} busy={busy} turn={turn} />
      </td>
      <td className={classes.more}>
        <MoreOf user={user} onAsk={onAsk} />
      </td>
    </tr>
  );
}

function PersonName({ user, me }: { user: User; me: string }) {
  const { t } = useTranslation(['administration', 'translation', 'common']);
  return (
    <th scope="row" className={classes.who}>
      <Text span fw={600} size="sm" className={classes.text}>
        {user.name}
        {user.id === me && (
          <Text span c="dimmed" inherit>
            {' '}
            {t('people.you')}
          </Text>
        )}
      </Text>
      <Text span size="sm" c="dimmed" className={classes.text}>
        {user.email}
      </Text>
    </th>
  );
}

function ActiveSwitch({
  user,
  me,
  busy,
  turn,
}: {
  user: User;
  me: string;
  busy: boolean;
  turn: (isActive: boolean) => void;
}) {
  const { t } = useTranslation(['administration', 'translation', 'common']);
  return (
    <Switch
      checked={user.isActive}
      disabled={user.id === me}
      aria-busy={busy}
      label={t(user.isActive ? 'people.isActive' : 'people.isPassive')}
      aria-label={t(user.isActive ? 'people.activeOf' : 'people.passiveOf', {
        name: user.name,
      })}
      onChange={({ currentTarget: { checked } }) => turn(checked)}
    />
  );
}

function MoreOf({ user, onAsk }: { user: User; onAsk: (what: PersonTask) => void }) {
  const { t } = useTranslation('administration');
  const isMe = useSession().user.id === user.id;
  return (
    <Menu position="bottom-end" width={230}>
      <MoreButton user={user} />
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onAsk('edit')}>
          {t('people.edit')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCreditCard size={16} aria-hidden />}
          onClick={() => onAsk('plan')}
        >
          {t('people.assignPlan')}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to="/database-projects"
          search={{ owner: user.id } as never}
          leftSection={<IconFolders size={16} aria-hidden />}
        >
          {t('people.projects')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconKey size={16} aria-hidden />}
          onClick={() => onAsk('password-link')}
        >
          {t('people.passwordLink')}
        </Menu.Item>
        {!isMe && user.isActive && (
          <Menu.Item
            leftSection={<IconEyeSearch size={16} aria-hidden />}
            onClick={() => onAsk('look')}
          >
            {t('people.look')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onAsk('delete')}
        >
          {t('people.delete')}
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconEraser size={16} aria-hidden />}
          onClick={() => onAsk('erase')}
        >
          {t('people.erase')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function MoreButton({ user }: { user: User }) {
  const { t } = useTranslation('administration');
  return (
    <Menu.Target>
      <ActionIcon
        data-menu-of={user.id}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('people.moreOf', { name: user.name })}
      >
        <IconDots size={18} aria-hidden />
      </ActionIcon>
    </Menu.Target>
  );
}
