/** Lanes in which the processes of an installation take turns. */
export interface LaneStore {
  /**
   * Takes a lane for this long, or notes that `holder` is the next; false while another has it.
   * @throws Unavailable
   */
  take(lane: string, holder: string, milliseconds: number): Promise<boolean>;
  /** Gives back those of the lanes that `holder` has. @throws Unavailable */
  release(lanes: readonly string[], holder: string): Promise<void>;
  close(): Promise<void>;
}
