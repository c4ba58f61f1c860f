/** The right to be the one that does something, among all processes of an installation. It runs out by itself, so that a dead holder keeps nobody waiting. */
export interface Lease {
  /** Takes it, or keeps it, for so long from now on; false: another holds it. @throws Unavailable */
  take(holder: string, milliseconds: number): Promise<boolean>;
  /** Lets the next one have it at once. Harmless for who does not hold it. */
  release(holder: string): Promise<void>;
  close(): Promise<void>;
}
