/** Sets what an input holds as a person does: its framework hears of it. */
function write(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * A page can be seen before its application is there. Until then a click on anything but a link waits, and so does a form, since browsers
 * send it by clicking its button. Returns what to do when the application has taken the page over and drawn nothing yet: it hears of what was
 * typed, then of the last click.
 */
export function holdEarly(root: HTMLElement): () => void {
  let clicked: HTMLElement | undefined;
  const hold = (event: MouseEvent): void => {
    const control = (event.target as Element).closest<HTMLElement>('button, label, input');
    if (control === null || control.matches('input:not([type=radio])')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    clicked = control;
  };
  root.addEventListener('click', hold, true);
  return () => {
    // What it draws next is what it knows, which is nothing: all of this is read before, and told before anything else can be typed.
    const typed = [...root.querySelectorAll('input')].filter(({ type, value }) => type !== 'radio' && value !== '').map(input => [input, input.value] as const);
    queueMicrotask(() => {
      for (const [input, value] of typed) {
        write(input, '');
        write(input, value);
      }
      setTimeout(() => {
        root.removeEventListener('click', hold, true);
        clicked?.click();
      });
    });
  };
}
