/**
 * The grid's keys for people: texts of `shortcuts` in the grid's namespace, by keys as they are
 * written on a keyboard. `model/keymap.ts` decides what a key means; its test holds both together.
 */
export const gridShortcuts = [
  { text: 'move', keys: ['↑', '↓', '←', '→'] },
  { text: 'edge', keys: ['Ctrl+↑', 'Ctrl+↓', 'Home', 'End'] },
  { text: 'ends', keys: ['Ctrl+Home', 'Ctrl+End'] },
  { text: 'page', keys: ['PageUp', 'PageDown'] },
  { text: 'next', keys: ['Tab', 'Shift+Tab'] },
  { text: 'extend', keys: ['Shift+↑', 'Shift+↓', 'Shift+←', 'Shift+→'] },
  { text: 'all', keys: ['Ctrl+A'] },
  { text: 'edit', keys: ['Enter', 'F2'] },
  { text: 'open', keys: ['Space'] },
  { text: 'comment', keys: ['Shift+F2'] },
  { text: 'choose', keys: ['Shift+Space'] },
  { text: 'menu', keys: ['Shift+F10'] },
  { text: 'clear', keys: ['Delete'] },
  { text: 'clipboard', keys: ['Ctrl+C', 'Ctrl+X', 'Ctrl+V'] },
  { text: 'fill', keys: ['Ctrl+D'] },
  { text: 'undo', keys: ['Ctrl+Z'] },
  { text: 'redo', keys: ['Ctrl+Y', 'Ctrl+Shift+Z'] },
  { text: 'rows', keys: ['Alt+PageUp', 'Alt+PageDown'] },
  { text: 'columnMenu', keys: ['Alt+↓'] },
  { text: 'columnSort', keys: ['Shift+Enter'] },
  { text: 'columnWidth', keys: ['Shift+←', 'Shift+→'] },
  { text: 'columnPlace', keys: ['Ctrl+Shift+←', 'Ctrl+Shift+→'] },
  { text: 'leave', keys: ['Esc'] },
] as const;
