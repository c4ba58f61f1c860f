import { Alert, Button, Group, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/Overlay.tsx';

interface Props {
  opened: boolean;
  title: string;
  focusTo?: () => HTMLElement | null;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a draft of conditions, which no press beside it throws away. */
export function DraftDialog(props: Props) {
  const isSmall = useMediaQuery('(max-width: 40em)');
  return <Dialog {...props} size="xl" fullScreen={isSmall} closeOnClickOutside={false} />;
}

/** The form of a draft, with the reason why the whole of it cannot be applied. */
export function DraftForm({
  ref,
  problem,
  onApply,
  onCancel,
  children,
}: {
  ref?: Ref<HTMLFormElement>;
  problem: string | false;
  onApply: () => void;
  onCancel: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('grid');
  return (
    <form
      ref={ref}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        onApply();
      }}
    >
      <Stack gap="md">
        {children}
        {problem && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button type="submit">{t('filter.apply')}</Button>
        </Group>
      </Stack>
    </form>
  );
}
