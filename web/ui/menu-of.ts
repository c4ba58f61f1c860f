/**
 * Returns the visible menu button, marked `data-menu-of`, of the thing with this id, to restore the
 * focus to it.
 */
export const menuOf = (id: string): HTMLElement | null =>
  document.querySelector(`[data-menu-of="${CSS.escape(id)}"]`);
