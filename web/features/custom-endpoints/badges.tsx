import type { EndpointState } from '@hzm/contracts/features/custom-endpoints/endpoint';
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const colors: Readonly<Record<EndpointState, string>> = {
  draft: 'gray',
  live: 'green',
  off: 'yellow',
  broken: 'red',
};

export function StateBadge({ state }: { state: EndpointState }) {
  const { t } = useTranslation('endpoints');
  return (
    <Badge variant="light" color={colors[state]}>
      {t(`states.${state}`)}
    </Badge>
  );
}

export function MethodBadge({ method }: { method: string }) {
  return (
    <Badge variant="outline" color="gray" ff="monospace">
      {method}
    </Badge>
  );
}
