import { Skeleton, Stack, VisuallyHidden, type MantineSpacing } from '@mantine/core';

interface Props {
  /** Said to readers who do not see the placeholders. */
  text: string;
  /** Heights of the placeholders, in pixels. */
  heights: readonly number[];
  gap?: MantineSpacing;
  radius?: 'sm' | 'md' | 'lg';
  className?: string | undefined;
}

/** Placeholders in the place of what is being loaded. */
export function Waiting({ text, heights, gap = 'md', radius = 'md', className }: Props) {
  return (
    <Stack gap={gap} className={className} aria-busy>
      <VisuallyHidden role="status">{text}</VisuallyHidden>
      {heights.map((height, at) => (
        <Skeleton key={at} h={height} radius={radius} />
      ))}
    </Stack>
  );
}
