/**
 * Goes on where the cursor of the grid is, unless the focus is somewhere already, or `always`. For
 * when what had it is gone.
 */
export const focusGrid = (always = false): void => {
  if (always || document.activeElement === document.body)
    document.querySelector<HTMLElement>('[role=grid] [data-active]')?.focus();
};
