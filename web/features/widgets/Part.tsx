import { Text } from '@mantine/core';
import { useId, type ReactNode } from 'react';

/** A part of the designer with its name. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <Text size="sm" fw={600} mb={6} id={id}>
        {title}
      </Text>
      {children}
    </div>
  );
}
