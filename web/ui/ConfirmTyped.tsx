import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './Overlay.tsx';

interface Props {
  opened: boolean;
  title: string;
  warning: string;
  /** Must be typed exactly to confirm. */
  name: string;
  prompt: string;
  confirm: string;
  busy: boolean;
  children?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmTyped(props: Props) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={props.title}>
      <Asking {...props} />
    </Dialog>
  );
}

function Asking({ warning, name, prompt, confirm, busy, children, onConfirm, onClose }: Props) {
  const { t } = useTranslation('common');
  const [typed, setTyped] = useState('');
  const fits = typed === name;
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        if (fits) onConfirm();
      }}
    >
      <Stack>
        <Alert color="red" icon={<IconAlertTriangle size={20} aria-hidden />}>
          <Text size="sm">{warning}</Text>
        </Alert>
        {children}
        <TextInput
          label={prompt}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" color="red" disabled={!fits} loading={busy}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
