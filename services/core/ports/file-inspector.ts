/** Bytes at a file's beginning that suffice to detect its type. */
export const HEAD_BYTES = 65_536;

/** A decoded image: its displayed size in pixels and a WebP thumbnail. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly thumbnail: Uint8Array;
}

/**
 * Inspects untrusted files in isolation, one after another. A file that crashes the inspector
 * counts as of unknown type or as no image.
 */
export interface FileInspector {
  /**
   * Detects the media type by the first bytes (at most `HEAD_BYTES`); `text/plain` for any text.
   */
  kindOf(head: Uint8Array): Promise<string>;
  /** Decodes an image; undefined if that fails or takes too much work. */
  picture(bytes: Uint8Array): Promise<Picture | undefined>;
  close(): Promise<void>;
}
