import {
  MAX_NOTES,
  type ImportNote,
  type ImportNotes,
  type ImportReason,
} from '@hzm/contracts/features/portable/portable';

/** What people read of a name that may be anything. */
const MAX_NAME_LENGTH = 100;

/** Notes of one kind: the first are kept, the others counted. */
export class Notes {
  readonly #first: ImportNote[];
  #total: number;

  constructor({ total, first }: ImportNotes) {
    this.#first = [...first];
    this.#total = total;
  }

  add(place: string, name: unknown, reason: ImportReason): undefined {
    this.#total++;
    if (this.#first.length < MAX_NOTES)
      this.#first.push({
        place,
        name: typeof name === 'string' ? name.slice(0, MAX_NAME_LENGTH) : '',
        reason,
      });
    return undefined;
  }

  get list(): ImportNotes {
    return { total: this.#total, first: [...this.#first] };
  }
}

/** What is not taken, and what is taken otherwise than it stands in the file. */
export interface Report {
  readonly refused: Notes;
  readonly changed: Notes;
}
