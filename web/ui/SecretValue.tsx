import { ActionIcon, Code, Group, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyAction } from './CopyAction.tsx';
import classes from './SecretValue.module.css';

interface Props {
  /** Name of the secret, e.g. “API key”. */
  label: string;
  value: string;
  /** Placeholder while hidden. */
  masked: string;
  copied: string;
}

/** A secret that is shown on demand and can be copied while hidden. */
export function SecretValue({ label, value, masked, copied }: Props) {
  const { t } = useTranslation('common');
  const [shown, { toggle }] = useDisclosure(false);
  const reveal = t(shown ? 'hideSecret' : 'showSecret', { what: label });
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Group gap={2} wrap="nowrap">
        <Code className={classes.value}>{shown ? value : masked}</Code>
        <Tooltip label={reveal}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={reveal}
            aria-pressed={shown}
            onClick={toggle}
          >
            {shown ? <IconEyeOff size={18} aria-hidden /> : <IconEye size={18} aria-hidden />}
          </ActionIcon>
        </Tooltip>
        <CopyAction value={value} label={t('copySecret', { what: label })} done={copied} />
      </Group>
    </div>
  );
}
