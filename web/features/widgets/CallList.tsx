import { Badge, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyAction } from '../../ui/CopyAction.tsx';
import type { DataCall } from './calls.ts';
import classes from './Widgets.module.css';

export function CallList({ calls }: { calls: readonly DataCall[] }) {
  const { t } = useTranslation('widgets');
  return (
    <ul className={classes.lines}>
      {calls.map(({ method, path, curl }) => (
        <li key={method}>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <Badge variant="outline" color="gray" ff="monospace" className={classes.method}>
              {method}
            </Badge>
            <code className={classes.address}>{path}</code>
            <CopyAction
              value={curl}
              label={t('calls.copy', { call: `${method} ${path}` })}
              done={t('calls.copied')}
            />
          </Group>
        </li>
      ))}
    </ul>
  );
}
