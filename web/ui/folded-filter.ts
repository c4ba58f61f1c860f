import { fold } from '@hzm/contracts/core/turkish';
import { isOptionsGroup, type ComboboxParsedItem, type OptionsFilter } from '@mantine/core';

/** Filters options by label; ı, i, ş, s and case are equal. */
export const foldedFilter: OptionsFilter = ({ options, search, limit }) => {
  const wanted = fold(search.trim());
  let left = limit;
  const fits = ({ label }: { label: string }): boolean =>
    left > 0 && fold(label).includes(wanted) && left-- > 0;
  return options.flatMap((option): ComboboxParsedItem[] => {
    if (!isOptionsGroup(option)) return fits(option) ? [option] : [];
    const items = option.items.filter(fits);
    return items.length > 0 ? [{ ...option, items }] : [];
  });
};
