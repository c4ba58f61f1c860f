import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';

/** Placeholders in the place of a whole page. @param text said to readers who do not see them */
export function PageWaiting({ text }: { text: string }) {
  return (
    <Stack p="xl" maw={1200} w="100%" mx="auto" aria-busy>
      <VisuallyHidden role="status">{text}</VisuallyHidden>
      <Skeleton h={36} w="40%" />
      <Skeleton h={420} />
    </Stack>
  );
}
