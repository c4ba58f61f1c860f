import { fold } from '@hzm/contracts/core/turkish';
import type { Icon } from '@tabler/icons-react';

/** An entry of the palette: an address or an action. */
export interface Item {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly Icon: Icon;
  readonly keys?: string | undefined;
  readonly does: { readonly to: string; readonly search?: object } | (() => void);
}

export interface Group {
  readonly title: string;
  readonly items: readonly Item[];
  /** Whether the server found them; it bounds them itself. */
  readonly isFound?: true;
}

/** Bounds of each group without a search, and of all results with one. */
const SHOWN_EACH = 8;
const SHOWN = 20;

/** Returns the matching items, of found ones all, ignoring case and Turkish diacritics, without empty groups. */
export function found(groups: readonly Group[], query: string): readonly Group[] {
  const wanted = fold(query.trim());
  let left = SHOWN;
  return groups.flatMap(({ title, items, isFound }) => {
    const fitting =
      wanted === ''
        ? items.slice(0, SHOWN_EACH)
        : items
            .filter(({ label, description = '' }) =>
              fold(`${label} ${description}`).includes(wanted),
            )
            .slice(0, isFound ? items.length : left);
    if (!isFound) left -= fitting.length;
    return fitting.length > 0 ? [{ title, items: fitting }] : [];
  });
}
