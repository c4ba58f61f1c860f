import { Progress, Text } from '@mantine/core';
import { bytesText } from '../lib/bytes-text.ts';
import { useLanguage } from '../lib/use-language.ts';

interface Props {
  file: { readonly name: string; readonly size: number };
  /** Bytes sent so far. */
  bytes: number;
  label: string;
  text: (values: { name: string; sent: string; size: string }) => string;
}

/** Tells how much of a file is sent. */
export function UploadProgress({ file: { name, size }, bytes, label, text }: Props) {
  const language = useLanguage();
  return (
    <>
      <Progress w="100%" value={(bytes / Math.max(1, size)) * 100} aria-label={label} />
      <Text size="sm" role="status">
        {text({
          name,
          sent: bytesText(Math.min(bytes, size), language),
          size: bytesText(size, language),
        })}
      </Text>
    </>
  );
}
