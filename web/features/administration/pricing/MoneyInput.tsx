import { NumberInput, Text, type NumberInputProps } from '@mantine/core';

/** An amount with two decimals at most, in a currency that stands beside it. */
export function MoneyInput({
  currency,
  ...props
}: NumberInputProps & { readonly currency: string }) {
  return (
    <NumberInput
      {...props}
      min={0}
      decimalScale={2}
      clampBehavior="none"
      hideControls
      rightSection={
        <Text span size="xs" c="dimmed">
          {currency}
        </Text>
      }
    />
  );
}
