import { expect, it } from 'vitest';
import { intentOf, type Intent, type Key } from '../model/keymap.ts';
import { gridShortcuts } from './shortcuts.ts';

const names: Readonly<Record<string, string>> = {
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  Space: ' ',
  Esc: 'Escape',
};
const keyOf = (written: string): Key => {
  const parts = written.split('+');
  const name = parts.at(-1)!;
  return {
    key: names[name] ?? name,
    ctrlKey: parts.includes('Ctrl'),
    shiftKey: parts.includes('Shift'),
    altKey: parts.includes('Alt'),
    metaKey: false,
  };
};
const intent = (written: string): Intent | undefined =>
  intentOf(keyOf(written), { row: 5, col: 2 }, { rows: 100, filled: 100, cols: 5, page: 10 });
/** Heard elsewhere: by the clipboard's events, by the open row, and by the headings of columns. */
const elsewhere: ReadonlySet<string> = new Set([
  'clipboard',
  'rows',
  'columnMenu',
  'columnSort',
  'columnWidth',
  'columnPlace',
]);
const kinds: Readonly<Record<string, Intent['kind']>> = {
  move: 'go',
  edge: 'go',
  ends: 'go',
  page: 'go',
  next: 'go',
  extend: 'go',
  open: 'space',
};

it('are told as they are heard', () => {
  const told = gridShortcuts
    .filter(({ text }) => !elsewhere.has(text))
    .flatMap(({ text, keys }) => keys.map(key => [key, kinds[text] ?? text]));
  expect(told.map(([key]) => [key, intent(key!)?.kind])).toEqual(told);
});

it('are told all that are heard', () => {
  const told = new Set(
    gridShortcuts
      .flatMap(({ keys }) => keys.map(intent))
      .flatMap(found => (found ? [found.kind] : [])),
  );
  const heard: readonly Exclude<Intent['kind'], 'type' | 'compose' | 'up'>[] = [
    'go',
    'edit',
    'space',
    'comment',
    'choose',
    'menu',
    'clear',
    'all',
    'fill',
    'undo',
    'redo',
    'leave',
  ];
  expect(heard.filter(kind => !told.has(kind))).toEqual([]);
});
