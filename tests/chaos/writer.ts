import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@hzm/contracts/core/ids';

const AGAIN_MS = 100;

interface Server {
  readonly address: string;
  readonly table: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Write {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body: unknown;
  readonly requestId: string;
  /** The state that an acknowledged write guarantees. */
  readonly done: (answer: { data: { row?: { id: string }; rows?: { id: string }[] } }) => void;
}

/**
 * Writes one thing after another; what was not answered is sent again, with the same request id,
 * until it is. So at any
 * moment it knows what the table must say of its rows, but for the one write that is under way.
 */
export class Writer {
  /** Values that each row must have, by the key it was made with. */
  readonly expected = new Map<string, number>();
  readonly #ids = new Map<string, string>();
  readonly #name: string;
  #made = 0;
  #underWay: Write | undefined;
  acknowledged = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** Until the server is gone. @throws Error when it refuses something */
  async work(server: Server, until: AbortSignal): Promise<void> {
    while (!until.aborted) if (!(await this.#send(server))) return;
  }

  /** Sends what is still under way. */
  async finish(server: Server): Promise<void> {
    while (this.#underWay) await this.#send(server);
  }

  async #send({ address, table, headers }: Server): Promise<boolean> {
    const write = (this.#underWay ??= this.#next());
    const answer = await fetch(`${address}/api/v1/data/table/${table}/${write.path}`, {
      method: write.method,
      body: JSON.stringify(write.body),
      headers: { ...headers, 'content-type': 'application/json', 'x-request-id': write.requestId },
    }).then(
      async response => ({
        ok: response.ok,
        status: response.status,
        body: (await response.json()) as Parameters<Write['done']>[0] & { code?: string },
      }),
      () => undefined,
    );
    if (!answer) return false;
    // It cannot now: asked again under the same name.
    if (answer.status === 503) return await sleep(AGAIN_MS, true);
    if (!answer.ok)
      throw new Error(`${write.method} ${write.path}: ${JSON.stringify(answer.body)}`);
    write.done(answer.body);
    this.acknowledged++;
    this.#underWay = undefined;
    return true;
  }

  #next(): Write {
    const turn = this.#made++;
    const requestId = newId();
    const [key, ...others] = [...this.#ids.keys()].slice(-7);
    if (key !== undefined && turn % 5 === 1) {
      const n = this.expected.get(key)! + 1;
      return {
        method: 'PUT',
        path: `rows/${this.#ids.get(key)!}`,
        body: { n },
        requestId,
        done: () => this.expected.set(key, n),
      };
    }
    if (key !== undefined && turn % 5 === 2) {
      return {
        method: 'DELETE',
        path: `rows/${this.#ids.get(key)!}`,
        body: {},
        requestId,
        done: () => {
          this.expected.delete(key);
          this.#ids.delete(key);
        },
      };
    }
    if (key !== undefined && turn % 5 === 4) {
      const changed = [key, ...others].map(name => ({ name, n: this.expected.get(name)! + 1 }));
      const updates = changed.map(({ name, n }) => ({ id: this.#ids.get(name)!, values: { n } }));
      return {
        method: 'POST',
        path: 'rows/bulk',
        body: { updates },
        requestId,
        done: () => changed.forEach(({ name, n }) => this.expected.set(name, n)),
      };
    }
    if (turn % 5 === 3) {
      const keys = Array.from({ length: 5 }, (_, i) => `${this.#name}-${turn}-${i}`);
      return {
        method: 'POST',
        path: 'rows/bulk',
        body: { rows: keys.map(name => ({ key: name, n: 0 })) },
        requestId,
        done: ({ data }) => keys.forEach((name, i) => this.#have(name, data.rows![i]!.id)),
      };
    }
    const name = `${this.#name}-${turn}`;
    return {
      method: 'POST',
      path: 'rows',
      body: { key: name, n: 0 },
      requestId,
      done: ({ data }) => this.#have(name, data.row!.id),
    };
  }

  #have(key: string, id: string): void {
    this.expected.set(key, 0);
    this.#ids.set(key, id);
  }
}
