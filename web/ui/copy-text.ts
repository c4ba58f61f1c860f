/**
 * Copies a text to the clipboard, also on pages without HTTPS, as in a local network. @throws when
 * the browser refuses
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
