import type { WidgetType } from '@hzm/contracts/features/widgets/settings';
import type { ListedWidget, WidgetState } from '@hzm/contracts/features/widgets/widget';
import { Badge, Group } from '@mantine/core';
import { IconChartBar, IconForms, IconTable, IconTemplate } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

const icons: Readonly<Record<WidgetType, typeof IconTable>> = {
  table: IconTable,
  chart: IconChartBar,
  form: IconForms,
  custom: IconTemplate,
};
const colors: Readonly<Record<WidgetState, string>> = {
  draft: 'gray',
  live: 'green',
  broken: 'red',
};

/** Type and state of a widget. */
export function WidgetBadges({ widget: { type, state } }: { widget: ListedWidget }) {
  const { t } = useTranslation('widgets');
  const Icon = icons[type];
  return (
    <Group gap={6}>
      <Badge variant="light" color="gray" tt="none" leftSection={<Icon size={13} aria-hidden />}>
        {t(`types.${type}`)}
      </Badge>
      <Badge variant="light" tt="none" color={colors[state]}>
        {t(`states.${state}`)}
      </Badge>
    </Group>
  );
}
