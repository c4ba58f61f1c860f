import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Screen for an address whose target does not exist, with the way back as its children. */
export function NotHere({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <Stack align="center" gap="sm" py={48} px="md" role="status">
      <ThemeIcon size={52} radius="xl" variant="light" color="gray" aria-hidden>
        <IconMapPinOff size={26} />
      </ThemeIcon>
      <Title order={2} size="h4" ta="center">
        {title}
      </Title>
      <Text c="dimmed" ta="center" maw={460}>
        {text}
      </Text>
      {children}
    </Stack>
  );
}
