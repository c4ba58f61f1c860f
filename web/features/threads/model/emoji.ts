/** Emoji of the composer. */
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
