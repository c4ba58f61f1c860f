/** As much of a file's beginning as tells its kind, in bytes. */
export const HEAD_BYTES = 65_536;

/**
 * A picture that could be read: its size in pixels, as it is looked at, and a small one of it, as
 * WebP.
 */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly thumbnail: Uint8Array;
}

/**
 * Looks at files that strangers sent, apart from everything else: whatever a file does to whoever
 * reads it, the answer is only that it is of no known kind, or no picture. One after another.
 */
export interface FileInspector {
  /**
   * The media type that the first bytes tell (at most `HEAD_BYTES` of them); `text/plain` for text
   * of any kind.
   */
  kindOf(head: Uint8Array): Promise<string>;
  /** Undefined: it cannot be read as a picture, or only with too much work. */
  picture(bytes: Uint8Array): Promise<Picture | undefined>;
  close(): Promise<void>;
}
