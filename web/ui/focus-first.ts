/** Focuses the first input marked `data-autofocus`, with the caret after its text. */
export function focusFirst(root: ParentNode | null | undefined): void {
  const element = root?.querySelector<HTMLElement>('[data-autofocus]');
  element?.focus();
  if (
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && element.type === 'text')
  )
    element.setSelectionRange(element.value.length, element.value.length);
}

/** A `ref` that focuses an element when it appears. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
