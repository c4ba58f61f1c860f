import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { notifyDone } from './notify.tsx';

/** Duration of the copied mark, in milliseconds. */
const COPIED_MS = 2_000;

/** Button that copies a text; `label` names it. */
export function CopyAction({ value, label, done }: { value: string; label: string; done: string }) {
  const { t } = useTranslation('common');
  const clipboard = useClipboard({ timeout: COPIED_MS });
  const copy = (): void => {
    clipboard.copy(value);
    notifyDone(done);
  };
  return (
    <Tooltip label={clipboard.copied ? t('copied') : label}>
      <ActionIcon
        variant="subtle"
        color={clipboard.copied ? 'green' : 'gray'}
        aria-label={label}
        onClick={copy}
      >
        {clipboard.copied ? (
          <IconCheck size={18} aria-hidden />
        ) : (
          <IconCopy size={18} aria-hidden />
        )}
      </ActionIcon>
    </Tooltip>
  );
}
