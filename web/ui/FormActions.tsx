import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  /** What the button that sends the form says. */
  submit: string;
  busy: boolean;
  onCancel: () => void;
}

/** The end of a form: leave it, or send it. */
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
