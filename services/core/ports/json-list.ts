/** A list that is JSON already, in UTF-8. It stands in an answer for what it says. */
export class JsonList {
  readonly bytes: readonly Uint8Array[];
  /** Items in it. */
  readonly length: number;

  constructor(bytes: readonly Uint8Array[], length: number) {
    this.bytes = bytes;
    this.length = length;
  }
}
