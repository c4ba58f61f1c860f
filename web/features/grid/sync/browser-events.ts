export interface BrowserEventsPort {
  /** The network came back. */
  readonly onOnline: () => void;
  /** Another tab wrote an entry of the storage. */
  readonly onKept: (key: string) => void;
  /** Another tab removed an entry of the storage. */
  readonly onRemoved: (key: string | null) => void;
}

/** Listens to the network and to what other tabs do to the storage; returns how to stop. */
export function listenToBrowser({ onOnline, onKept, onRemoved }: BrowserEventsPort): () => void {
  const onStorage = ({ key, newValue }: StorageEvent): void => {
    if (newValue === null) onRemoved(key);
    else if (key !== null) onKept(key);
  };
  window.addEventListener('online', onOnline);
  window.addEventListener('storage', onStorage);
  return () => {
    window.removeEventListener('online', onOnline);
    window.removeEventListener('storage', onStorage);
  };
}
