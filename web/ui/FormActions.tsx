import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  submit: string;
  busy: boolean;
  onCancel: () => void;
}

export function FormActions({ submit, busy, onCancel }: Props) {
  const { t } = useTranslation('common');
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type="submit" loading={busy}>
        {submit}
      </Button>
    </Group>
  );
}
