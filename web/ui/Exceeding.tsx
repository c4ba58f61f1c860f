import type { Exceeding as Exceeds } from '@hzm/contracts/features/pricing/subscription';
import { Alert, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Bounds the projects listed by name. */
const NAMED = 5;

/** Lists usage that exceeds a plan; renders nothing if all fits. */
export function Exceeding({ exceeding: { projects, tables, moreTables } }: { exceeding: Exceeds }) {
  const { t } = useTranslation('prices');
  if (projects === null && tables.length === 0) return null;
  const more = Math.max(0, tables.length - NAMED) + moreTables;
  return (
    <Alert
      color="yellow"
      role="status"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={t('exceeding.title')}
    >
      <List size="sm" spacing={4}>
        {projects && (
          <List.Item>
            {t('exceeding.projects', { used: projects.count, limit: projects.limit })}
          </List.Item>
        )}
        {tables.slice(0, NAMED).map(({ projectId, name, count, limit }) => (
          <List.Item key={projectId}>
            {t('exceeding.tables', { name, used: count, limit })}
          </List.Item>
        ))}
        {more > 0 && <List.Item>{t('exceeding.more', { count: more })}</List.Item>}
      </List>
      <Text size="sm" mt={6}>
        {t('exceeding.kept')}
      </Text>
    </Alert>
  );
}
