/** Goes on where the cursor of the grid is, unless the focus is somewhere already. For when what had it is gone. */
export const focusGrid = (): void => {
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('[role=grid] [data-active]')?.focus();
};
