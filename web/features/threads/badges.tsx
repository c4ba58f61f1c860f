import type { ThreadPriority, ThreadStatus } from '@hzm/contracts/features/threads/thread';
import { Badge } from '@mantine/core';
import { IconClock, IconLock, IconMessageCheck, IconX, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

const statuses: Readonly<Record<ThreadStatus, { readonly icon: Icon; readonly color: string }>> = {
  waiting_reply: { icon: IconClock, color: 'yellow' },
  replied: { icon: IconMessageCheck, color: 'green' },
  closed: { icon: IconLock, color: 'gray' },
  rejected: { icon: IconX, color: 'red' },
};

/** Shows an unknown status as waiting. */
const known = (status: ThreadStatus): ThreadStatus =>
  Object.hasOwn(statuses, status) ? status : 'waiting_reply';

export function StatusBadge({ status }: { status: ThreadStatus }) {
  const { t } = useTranslation('threads');
  return (
    <Badge variant="light" color={statuses[known(status)].color} tt="none">
      {t(`statuses.${known(status)}`)}
    </Badge>
  );
}

export function StatusIcon({ status }: { status: ThreadStatus }) {
  const { t } = useTranslation('threads');
  const { icon: Drawn, color } = statuses[known(status)];
  return (
    <Drawn
      size={18}
      role="img"
      aria-label={t(`statuses.${known(status)}`)}
      color={`light-dark(var(--mantine-color-${color}-7), var(--mantine-color-${color}-3))`}
    />
  );
}

const colors: Readonly<Record<Exclude<ThreadPriority, 'normal'>, string>> = {
  low: 'gray',
  high: 'yellow',
  urgent: 'red',
};

/** Badge of a priority other than normal. */
export function PriorityBadge({ priority }: { priority: ThreadPriority }) {
  const { t } = useTranslation('threads');
  return priority === 'normal' ? null : (
    <Badge variant="light" color={colors[priority]} size="sm" tt="none">
      {t(`priorities.${priority}`)}
    </Badge>
  );
}
