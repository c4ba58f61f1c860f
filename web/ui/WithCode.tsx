import { Code } from '@mantine/core';

/** A text whose parts between backticks are code. */
export function WithCode({ text }: { text: string }) {
  return text
    .split('`')
    .map((part, at) => (at % 2 === 0 ? part : <Code key={`${at} ${part}`}>{part}</Code>));
}
