/** Gives the focus to the first input that wants it, with the caret behind its text. */
export function focusFirst(root: ParentNode | null | undefined): void {
  const element = root?.querySelector<HTMLElement>('[data-autofocus]');
  element?.focus();
  if (
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && element.type === 'text')
  )
    element.setSelectionRange(element.value.length, element.value.length);
}

/** As a `ref`: what appears takes the focus, once. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
