/**
 * An exclusive role among the processes of an installation. It expires, so that a dead holder does
 * not block the others.
 */
export interface Lease {
  /**
   * Acquires or renews the lease for this long; false if another process holds it.
   * @throws Unavailable
   */
  take(holder: string, milliseconds: number): Promise<boolean>;
  /** Releases the lease; does nothing if `holder` does not hold it. */
  release(holder: string): Promise<void>;
  close(): Promise<void>;
}
