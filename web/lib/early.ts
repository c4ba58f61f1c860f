/** Sets the value of an input as typing does, so that its framework is notified. */
function write(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Holds clicks (except on links) and submits of a prerendered page until its application starts.
 * @returns a function for the time between hydration and the first render, which replays typed
 * values and the last click
 */
export function holdEarly(root: HTMLElement): () => void {
  let pressed: HTMLElement | undefined;
  let clicked: HTMLElement | undefined;
  const controlOf = ({ target }: MouseEvent): HTMLElement | undefined => {
    const control = (target as Element).closest<HTMLElement>('button, label, input');
    return control?.matches('input:not([type=radio])') === true
      ? undefined
      : (control ?? undefined);
  };
  // Some buttons react to mousedown instead of click.
  const press = (event: MouseEvent): void => {
    pressed = controlOf(event);
  };
  const hold = (event: MouseEvent): void => {
    const control = controlOf(event);
    if (control === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    clicked = control;
  };
  root.addEventListener('mousedown', press, true);
  root.addEventListener('click', hold, true);
  return () => {
    root.removeEventListener('mousedown', press, true);
    // The next render would clear the inputs, so values are read now and replayed before anything
    // else can be typed.
    const typed = [...root.querySelectorAll('input')]
      .filter(({ type, value }) => type !== 'radio' && value !== '')
      .map(input => [input, input.value] as const);
    queueMicrotask(() => {
      for (const [input, value] of typed) {
        write(input, '');
        write(input, value);
      }
      setTimeout(() => {
        root.removeEventListener('click', hold, true);
        if (clicked === pressed)
          pressed?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));
        clicked?.click();
      });
    });
  };
}
