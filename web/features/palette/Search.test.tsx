// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import type { Group, Item } from './items.ts';
import { Search } from './Search.tsx';

vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (key: string) => key }) }));
vi.stubGlobal('matchMedia', () => ({
  matches: false,
  addEventListener: () => {},
  removeEventListener: () => {},
}));
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
// Some browsers return a promise, which an effect must not return.
Object.assign(Element.prototype, { scrollIntoView: () => Promise.resolve() });

const item = (label: string): Item => ({ id: label, label, Icon: IconTable, does: () => {} });
const groups: readonly Group[] = [
  { title: 'Ürünler tablosu', items: [item('Yeni kayıt'), item('Geçmiş')] },
  { title: 'Komutlar', items: [item('Çıkış')] },
];

it('moves through the list with the arrows, keeps what is marked when results come before it, says when nothing was found, chooses with Enter and closes with Escape', () => {
  const [onChoose, onClose] = [vi.fn<(chosen: Item) => void>(), vi.fn<() => void>()];
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const draw = (shown: readonly Group[], query = '', isComplete = true): void =>
    act(() =>
      root.render(
        <MantineProvider>
          <Search
            groups={shown}
            query={query}
            onQuery={() => {}}
            isComplete={isComplete}
            note={null}
            onChoose={onChoose}
            onClose={onClose}
          />
        </MantineProvider>,
      ),
    );
  draw(groups);
  const input = place.querySelector('input')!;
  const press = (key: string): void =>
    act(() => {
      input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    });
  const active = (): string | null | undefined =>
    document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent;
  expect(active()).toBe('Yeni kayıt');
  press('ArrowUp');
  expect(active()).toBe('Çıkış');
  press('ArrowDown');
  press('ArrowDown');
  press('Enter');
  expect(onChoose.mock.calls.map(([chosen]) => chosen.label)).toEqual(['Geçmiş']);
  press('Escape');
  expect(onClose).toHaveBeenCalledTimes(1);
  for (const group of place.querySelectorAll('[role=group]'))
    expect(document.getElementById(group.getAttribute('aria-labelledby')!)?.textContent).toMatch(
      /tablosu|Komutlar/,
    );
  const rows: Group = { title: 'Kayıtlar', items: [item('Çıkış tarihi')], isFound: true };
  draw([groups[1]!], 'çık');
  expect(active()).toBe('Çıkış');
  draw([rows, groups[1]!], 'çık');
  expect(active()).toBe('Çıkış');
  press('ArrowUp');
  draw([rows], 'çıkı');
  expect(active()).toBe('Çıkış tarihi');
  draw([groups[1]!], 'çıkı');
  expect(active()).toBe('Çıkış');
  const said = (): string | null | undefined => place.querySelector('[role=status]')?.textContent;
  draw([], 'yok', false);
  expect(said(), 'while the server searches').toBe('');
  draw([], 'yok');
  expect(said()).toBe('nothing');
  act(() => root.unmount());
});
