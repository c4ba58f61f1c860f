import { forgetAside, isDamage, setAside } from './damage.ts';

/**
 * A database whose file is set aside and begun anew once it is found damaged: running matters more
 * than what it holds.
 */
export class RenewedFile<Database extends { close(): void }> {
  readonly #file: string;
  readonly #open: (file: string) => Database;
  readonly #damaged: (error: unknown) => void;
  #database: Database;

  /**
   * @param open opens the file, made when absent; throws an Error that names it
   * @param damaged called with the error when the file is set aside
   * @throws errors of `open`, but for damage
   */
  constructor(
    file: string,
    open: (file: string) => Database,
    damaged: (error: unknown) => void = () => undefined,
  ) {
    this.#file = file;
    this.#open = open;
    this.#damaged = damaged;
    try {
      this.#database = open(file);
      forgetAside(file);
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.#database = this.#anew(error);
    }
  }

  /** Runs a query, again with an empty file if the file is damaged. */
  ask<T>(ask: (database: Database) => T): T {
    try {
      return ask(this.#database);
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.#database.close();
      this.#database = this.#anew(error);
      return ask(this.#database);
    }
  }

  close(): void {
    this.#database.close();
  }

  #anew(error: unknown): Database {
    setAside(this.#file);
    const database = this.#open(this.#file);
    this.#damaged(error);
    return database;
  }
}
