/** The cursor of the grid, the card that Tab comes to, or the first card of a board. */
const PLACES = '[role=grid] [data-active], [data-line][tabindex="0"], [data-card]';

/**
 * Goes on in the rows, at the cursor or at a card, unless the focus is somewhere already, or
 * `always`. For when what had it is gone.
 */
export const focusGrid = (always = false): void => {
  if (always || document.activeElement === document.body)
    document.querySelector<HTMLElement>(PLACES)?.focus();
};
