/**
 * An exclusive role among all processes of an installation. It expires, so that a dead holder does
 * not block the others.
 */
export interface Lease {
  /**
   * Acquires or renews it for so long from now on; false if another process holds it. @throws
   * Unavailable
   */
  take(holder: string, milliseconds: number): Promise<boolean>;
  /** Releases it at once; does nothing if `holder` does not hold it. */
  release(holder: string): Promise<void>;
  close(): Promise<void>;
}
