import type { ListedThread } from '@hzm/contracts/features/threads/thread';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../../../state/commands.ts';
import type { ThreadsAddress } from '../use-address.ts';

const cardOf = (id: string): HTMLElement | null =>
  document.querySelector(`[data-thread="${CSS.escape(id)}"]`);
const focused = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-thread]')?.dataset['thread'];

/** Registers the actions of the list with keyboard and palette. */
export function useListCommands({
  shown,
  address,
  mayWrite,
}: {
  shown: readonly ListedThread[];
  address: ThreadsAddress;
  mayWrite: boolean;
}): void {
  const { t } = useTranslation('threads');
  const { thread: open } = address.search;
  const move = (by: 1 | -1): void => {
    const at = shown.findIndex(({ id }) => id === (focused() ?? open));
    const next = at < 0 ? shown[0] : shown[Math.min(shown.length - 1, Math.max(0, at + by))];
    if (next === undefined) return;
    // An open thread is replaced by the next; in the list only the focus moves.
    if (open !== undefined) address.show(next.id);
    cardOf(next.id)?.focus();
  };
  useCommands({
    title: t('title'),
    commands: [
      { id: 'next-thread', label: t('commands.next'), keys: 'j', run: () => move(1) },
      { id: 'previous-thread', label: t('commands.previous'), keys: 'k', run: () => move(-1) },
      ...(mayWrite
        ? [{ id: 'new-thread', label: t('new.open'), keys: 'n', run: address.askNew }]
        : []),
    ],
    shortcuts: [{ keys: ['Enter'], label: t('commands.open') }],
  });
}
