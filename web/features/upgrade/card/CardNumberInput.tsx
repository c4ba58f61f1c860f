import { TextInput, type TextInputProps } from '@mantine/core';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { cardDigits, caretAfter, deletedAtSpace, groupedInFours } from './grouping.ts';

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onChange: (grouped: string) => void;
}

/** Input that groups a card number while typing and keeps the caret behind its digit. */
export function CardNumberInput({ value, onChange, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null);
  // A new object on each change, even if the text is the same, because the browser has moved the
  // caret.
  const [caret, setCaret] = useState<{ readonly at: number } | null>(null);
  useLayoutEffect(() => {
    if (caret && document.activeElement === input.current)
      input.current?.setSelectionRange(caret.at, caret.at);
  }, [caret]);
  const take = (text: string, at: number): void => {
    onChange(text);
    setCaret({ at });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    const way = event.key === 'Backspace' ? 'backward' : event.key === 'Delete' ? 'forward' : null;
    if (
      way === null ||
      selectionStart === null ||
      selectionStart !== selectionEnd ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return;
    const deleted = deletedAtSpace(value, selectionStart, way);
    if (deleted === null) return;
    event.preventDefault();
    take(deleted.text, deleted.caret);
  };
  return (
    <TextInput
      {...props}
      ref={input}
      inputMode="numeric"
      autoComplete="cc-number"
      value={value}
      onKeyDown={onKeyDown}
      onChange={({ currentTarget: { value: typed, selectionStart } }) =>
        take(groupedInFours(cardDigits(typed)), caretAfter(typed, selectionStart ?? typed.length))
      }
    />
  );
}
