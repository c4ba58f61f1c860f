/**
 * Puts a text on the clipboard, also where the page did not come over https, as on a network of
 * one's own. @throws when the browser refuses
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard as Clipboard | undefined) return navigator.clipboard.writeText(text);
  let isTaken = false;
  const listener = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isTaken = true;
  };
  window.addEventListener('copy', listener, { capture: true });
  document.execCommand('copy');
  window.removeEventListener('copy', listener, { capture: true });
  if (!isTaken) throw new Error('the browser refused to copy');
}
