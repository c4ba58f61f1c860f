import { Anchor, Code, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyAction } from '../../ui/CopyAction.tsx';
import { Panel } from '../../ui/Panel.tsx';
import classes from './Keys.module.css';

/**
 * Example commands for a terminal. The key is in a variable, because commands are shared with
 * others.
 */
export function Examples({ email, tableId }: { email: string; tableId: string | undefined }) {
  const { t } = useTranslation('keys');
  const rows = `${location.origin}/api/v1/data/table/${tableId ?? t('examples.table')}`;
  const examples = [
    {
      name: t('examples.list'),
      command: `curl '${rows}?limit=10' -H "Authorization: Bearer $HZM_API_KEY"`,
    },
    {
      name: t('examples.add'),
      command: `curl '${rows}/rows' -H "X-API-Key: $HZM_API_KEY" -H 'X-User-Email: ${email}' -H "X-Project-Password: $HZM_PASSWORD" -H 'Content-Type: application/json' -d '{}'`,
    },
  ];
  return (
    <Panel
      title={t('examples.title')}
      aside={
        <Anchor size="sm" href="/api/v1/openapi.json" target="_blank" rel="noopener">
          {t('examples.docs')}
        </Anchor>
      }
    >
      <Stack p="md">
        <Text size="sm" c="dimmed">
          {t('examples.headers')}
        </Text>
        {examples.map(({ name, command }) => (
          <div key={name}>
            <Text size="sm" fw={500} mb={4}>
              {name}
            </Text>
            <div className={classes.example}>
              <Code block role="group" aria-label={name}>
                {command}
              </Code>
              <CopyAction
                value={command}
                label={t('examples.copy', { what: name })}
                done={t('examples.copied')}
              />
            </div>
          </div>
        ))}
      </Stack>
    </Panel>
  );
}
