// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { hearKeys, isPressed } from './commands.ts';

const pressed = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  target: document.body,
  ...more,
});

it('isPressed accepts a key with Ctrl or ⌘ anywhere, and a letter outside of inputs', () => {
  const input = document.createElement('input');
  expect([
    isPressed('mod+K', pressed('k', { ctrlKey: true, target: input })),
    isPressed('mod+K', pressed('K', { metaKey: true })),
    isPressed('?', pressed('?')),
    isPressed('mod+K', pressed('k')),
    isPressed('mod+K', pressed('k', { ctrlKey: true, altKey: true })),
    isPressed('?', pressed('?', { target: input })),
    isPressed('?', pressed('?', { ctrlKey: true })),
  ]).toEqual([true, true, true, false, false, false, false]);
});

it('hearKeys leaves an unknown key alone', () => {
  const stop = hearKeys();
  const event = new KeyboardEvent('keydown', { key: '?', cancelable: true });
  const prevent = vi.spyOn(event, 'preventDefault');
  window.dispatchEvent(event);
  expect(prevent).not.toHaveBeenCalled();
  stop();
});
