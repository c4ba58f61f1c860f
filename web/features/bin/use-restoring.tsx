import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError, type ApiError } from '../../lib/api-error.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { notifyDone, notifyFailed, notifyUndoable } from '../../ui/notify.tsx';
import { removeAgain, restore, type Place } from './api.ts';
import type { Item } from './kinds.ts';

/** The thing that could not be restored, and the ways out. */
export interface Problem {
  readonly item: Item;
  readonly error: ApiError;
  readonly busy: boolean;
  readonly onRename: (name: string) => void;
  readonly onForce: () => void;
  readonly onClose: () => void;
}

interface Restoring {
  readonly busy: boolean;
  readonly problem: Problem | undefined;
  readonly restore: (items: readonly Item[]) => void;
}

/** Restores things of a list and says so, with a way back; of several, up to the first refusal. */
export function useRestoring(place: Place, reload: () => void): Restoring {
  const { t } = useTranslation('bin');
  const language = useLanguage();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ item: Item; error: ApiError } | null>(null);
  const tell = (items: readonly Item[]): void => {
    const [first] = items;
    if (!first) return;
    const text =
      items.length === 1
        ? t('restored', { name: first.name })
        : t('restoredMany', {
            count: items.length,
            formatted: formatNumber(items.length, language),
          });
    // A deletion of a project asks for its name, and is no undoing.
    if (place.kind === 'projects') return notifyDone(text);
    notifyUndoable(text, t('undo'), () => {
      removeAgain(place, items).then(reload, (error: unknown) =>
        notifyFailed(errorText(asApiError(error))),
      );
    });
  };
  const run = async (
    items: readonly Item[],
    more: { name?: string; force?: boolean } = {},
  ): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setFailed(null);
    const done: Item[] = [];
    try {
      await restore(place, items, item => done.push(item), more);
    } catch (error) {
      setFailed({ item: items[done.length] ?? items[0]!, error: asApiError(error) });
    }
    setBusy(false);
    tell(done);
    reload();
  };
  return {
    busy,
    restore: items => void run(items),
    problem: failed
      ? {
          ...failed,
          busy,
          onRename: name => void run([failed.item], { name }),
          onForce: () => void run([failed.item], { force: true }),
          onClose: () => setFailed(null),
        }
      : undefined,
  };
}
