/** What the composer offers. */
export const composerEmoji = [
  '😀',
  '😂',
  '😊',
  '😍',
  '🤔',
  '😅',
  '😢',
  '😮',
  '👍',
  '👎',
  '👏',
  '🙏',
  '💪',
  '🔥',
  '🎉',
  '❤️',
] as const;
