/** Sets what an input holds as a person does: its framework hears of it. */
function write(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * A page can be seen before its application is there. Until then a click on anything but a link
 * waits, and so does a form, since browsers
 * send it by clicking its button. Returns what to do when the application has taken the page over
 * and drawn nothing yet: it hears of what was
 * typed, then of the last click.
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
  // Some buttons act when they are pressed, not when they are clicked.
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
    // What it draws next is what it knows, which is nothing: all of this is read before, and told
    // before anything else can be typed.
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
