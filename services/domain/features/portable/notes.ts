import {
  MAX_NOTES,
  type ImportNote,
  type ImportNotes,
  type ImportReason,
} from '@hzm/contracts/features/portable/portable';

/** Characters kept of a name, which may be any text. */
const MAX_NAME_LENGTH = 100;

/** Notes of one kind: the first are stored, the others counted. */
export class Notes {
  readonly #first: ImportNote[];
  #total: number;

  constructor({ total, first }: ImportNotes) {
    this.#first = [...first];
    this.#total = total;
  }

  add(place: string, name: unknown, reason: ImportReason, count?: number): undefined {
    this.#total++;
    if (this.#first.length < MAX_NOTES)
      this.#first.push({
        place,
        name: typeof name === 'string' ? name.slice(0, MAX_NAME_LENGTH) : '',
        reason,
        ...(count !== undefined && { count }),
      });
    return undefined;
  }

  get list(): ImportNotes {
    return { total: this.#total, first: [...this.#first] };
  }
}

/** Skipped parts, and parts imported with changes. */
export interface Report {
  readonly refused: Notes;
  readonly changed: Notes;
}
