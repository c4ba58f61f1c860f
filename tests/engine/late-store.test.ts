import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStores } from '@hzm/infra/server/stores';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventStoreDbServer } from '../engines/eventstoredb/server.ts';

let dataDirectory: string;
let held: AsyncDisposableStack;
let server: EventStoreDbServer;
beforeEach(async () => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'hzm-'));
  held = new AsyncDisposableStack();
  server = await new EventStoreDbServer().start();
});
afterEach(async () => {
  await held.disposeAsync();
  server.kill();
  rmSync(dataDirectory, { recursive: true });
});

describe('an EventStoreDB that does not answer at the start', () => {
  it('is waited for, which is said', async () => {
    const where = {
      dataDirectory,
      secret: Buffer.alloc(32, 7),
      eventStore: server.address,
      readModel: undefined,
      roles: new Set([] as const),
    };
    server.kill();
    const waits = Promise.withResolvers<string>();
    const opening = openStores(where, held, {
      progress: waits.resolve,
      warn: () => undefined,
      emptied: () => undefined,
    });
    expect(await waits.promise).toMatch(
      /^A store does not answer .*; retrying for up to a minute\.$/,
    );
    await server.start();
    expect(await (await opening).store.identity()).toMatch(/^[\da-f-]{36}$/);
  });
});
