/**
 * The button that opens the menu of what has this id, where it is shown: the focus goes back to it
 * from what the menu opened. It carries `data-menu-of`.
 */
export const menuOf = (id: string): HTMLElement | null =>
  document.querySelector(`[data-menu-of="${CSS.escape(id)}"]`);
