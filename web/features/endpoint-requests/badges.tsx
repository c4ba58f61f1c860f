import type {
  EndpointRequest,
  RequestPriority,
  RequestStatus,
} from '@hzm/contracts/features/endpoint-requests/request';
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const colors: Readonly<Record<RequestPriority, string>> = {
  low: 'gray',
  medium: 'blue',
  high: 'yellow',
  urgent: 'red',
  critical: 'red',
};

export function PriorityBadge({ priority }: { priority: RequestPriority }) {
  const { t } = useTranslation('requests');
  return (
    <Badge
      variant={priority === 'critical' ? 'filled' : 'light'}
      color={colors[priority]}
      tt="none"
    >
      {t(`priorities.${priority}`)}
    </Badge>
  );
}

export function MethodBadge({ method }: { method: EndpointRequest['http_method'] }) {
  return (
    <Badge variant="outline" color="gray" ff="monospace">
      {method}
    </Badge>
  );
}

const statusColors: Readonly<Record<RequestStatus, string>> = {
  pending: 'gray',
  reviewing: 'blue',
  approved: 'teal',
  testing: 'violet',
  implementing: 'yellow',
  completed: 'green',
  implemented: 'green',
  rejected: 'red',
  withdrawn: 'gray',
};

export function StatusBadge({ status }: { status: RequestStatus }) {
  const { t } = useTranslation('requests');
  return (
    <Badge variant="light" color={statusColors[status]} tt="none">
      {t(`statuses.${status}`)}
    </Badge>
  );
}
