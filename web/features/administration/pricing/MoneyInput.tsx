import { NumberInput, Text, type NumberInputProps } from '@mantine/core';

/** Input of an amount with at most two decimals and its currency. */
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
