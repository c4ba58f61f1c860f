/** A list already encoded as JSON in UTF-8, embedded in an answer as it is. */
export class JsonList {
  readonly bytes: readonly Uint8Array[];
  /** Number of items. */
  readonly length: number;

  constructor(bytes: readonly Uint8Array[], length: number) {
    this.bytes = bytes;
    this.length = length;
  }
}
