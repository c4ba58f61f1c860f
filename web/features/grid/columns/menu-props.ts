import type { MenuProps } from '@mantine/core';

/**
 * In a landmark, as everything on a page must be; its items are reached by Tab, too, and the first
 * has the focus.
 */
export const menuProps: Pick<
  MenuProps,
  'portalProps' | 'menuItemTabIndex' | 'withInitialFocusPlaceholder'
> = { portalProps: { target: '#main' }, menuItemTabIndex: 0, withInitialFocusPlaceholder: false };
