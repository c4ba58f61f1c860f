import { Alert, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { focusGrid } from '../body/focus-grid.ts';

/** Tells that a colour rule names a field that the table does not have, and removes it. */
export function LostColors({ onRest }: { onRest: () => void }) {
  const { t } = useTranslation('grid');
  return (
    <Alert color="yellow" p="xs" role="status">
      <Group gap="xs" justify="space-between">
        <Text size="sm">{t('missing.color')}</Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            // The button goes with the rule.
            focusGrid(true);
            onRest();
          }}
        >
          {t('missing.dropColor')}
        </Button>
      </Group>
    </Alert>
  );
}
