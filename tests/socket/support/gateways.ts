import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DomainEvent } from '@hzm/contracts/core/event';
import { newId } from '@hzm/contracts/core/ids';
import type { Position } from '@hzm/contracts/core/position';
import { accountRegistered, sessionOpened } from '@hzm/contracts/features/accounts/events';
import { projectCreated } from '@hzm/contracts/features/projects/events';
import { fieldAdded, tableCreated } from '@hzm/contracts/features/tables/events';
import { events, upcasters } from '@hzm/contracts/registry';
import { SqliteDeliveryStore } from '@hzm/infra/deliveries/sqlite/sqlite-delivery-store';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { DiskFileStore } from '@hzm/infra/files/disk/disk-file-store';
import { ProcessFileInspector } from '@hzm/infra/inspection/process-file-inspector';
import { SqliteKeyVault } from '@hzm/infra/key-vault/sqlite/sqlite-key-vault';
import { MemoryProcessRegistry } from '@hzm/infra/process-registry/memory/memory-process-registry';
import { SqliteReadModel } from '@hzm/infra/read-model/sqlite/sqlite-read-model';
import { SqliteRequestLogStore } from '@hzm/infra/request-log/sqlite/sqlite-request-log-store';
import { LocalRowFiles } from '@hzm/infra/row-files/row-files';
import { healthHandlers } from '@hzm/infra/server/health';
import { FileUploads } from '@hzm/infra/uploads/file-uploads';
import { SqliteUsageStore } from '@hzm/infra/usage/sqlite/sqlite-usage-store';
import { HttpSender } from '@hzm/infra/webhooks/http-sender';
import { projections } from '@hzm/projections/registry';
import { CommandExecutor } from '@hzm/services/core/commands/command-executor';
import { decider } from '@hzm/services/core/commands/decider';
import { requestIndex } from '@hzm/services/core/commands/request-index';
import { Background } from '@hzm/services/core/concurrency/background';
import { ExclusiveJobs } from '@hzm/services/core/concurrency/exclusive-jobs';
import type { Context, Engine } from '@hzm/services/core/engine';
import { Codec } from '@hzm/services/core/events/codec';
import { Files } from '@hzm/services/core/files/files';
import { ClientMemory } from '@hzm/services/core/limits/client-memory';
import { Gate } from '@hzm/services/core/limits/gate';
import { MemoryPool } from '@hzm/services/core/limits/memory-pool';
import { UsageCounter } from '@hzm/services/core/limits/usage-counter';
import { localPresence } from '@hzm/services/core/ports/presence-exchange';
import { PositionWaits } from '@hzm/services/core/projecting/position-waits';
import { Projector } from '@hzm/services/core/projecting/projector';
import { Hashing } from '@hzm/services/core/security/password';
import { SessionTokens } from '@hzm/services/core/security/session';
import { Metrics } from '@hzm/services/core/status/metrics';
import { RequestLog } from '@hzm/services/core/status/request-log';
import { StatusService } from '@hzm/services/core/status/status-service';
import {
  bodiesIn,
  COMPUTING,
  documentsIn,
  HISTORIES,
  LISTS,
} from '@hzm/services/domain/load-limits';
import { openGateway, type Gateway } from '@hzm/services/realtime/gateway';
import { expect } from 'vitest';
import { CuttableLog } from './cuttable-log.ts';
import { follow, refusal, type TestClient } from './test-client.ts';

const nothing = decider<null>(null, () => []);

/**
 * Any number of gateways over one engine with one person, project and table, to which any facts can
 * be appended.
 */
export class Gateways {
  readonly accountId = newId();
  readonly projectId = newId();
  readonly tableId = newId();
  readonly fieldId = newId();
  readonly topic = `table:${this.tableId}`;
  readonly of = { projectId: this.projectId, tableId: this.tableId };
  readonly #directory = mkdtempSync(join(tmpdir(), 'hzm-gateways-'));
  readonly #secret = Buffer.from('a secret for tests only');
  readonly #gateways: { readonly gateway: Gateway; readonly server: Server }[] = [];
  readonly #followers: TestClient[] = [];
  #model: SqliteReadModel | undefined;
  #engine!: Engine;
  /** The log as the projector reads it; everything else goes on writing to it. */
  #log!: CuttableLog;
  readonly #elapsed = (): number => performance.now() + this.#passed;
  #token = '';
  /** Milliseconds that the gateways' wall clock is ahead of the log's. */
  #ahead = 0;
  /** Milliseconds that have passed for the gateways without being waited for. */
  #passed = 0;
  /** Position after which the first row can come. */
  start = '';

  get documents(): MemoryPool {
    return this.#engine.documents;
  }

  async open(): Promise<void> {
    const at = (name: string): string => join(this.#directory, name);
    const store = await SqliteEventStore.open(at('events.db'));
    this.#log = new CuttableLog(store);
    const vault = new SqliteKeyVault(at('vault.db'), this.#secret);
    const model = await SqliteReadModel.open(at('views.db'));
    this.#model = model;
    const codec = new Codec(vault, events, upcasters);
    const elapsed = () => this.#elapsed();
    const projector = new Projector({ store: this.#log, model, codec, projections, elapsed });
    const metrics = new Metrics();
    const status = new StatusService({
      store,
      model,
      vault,
      projector,
      metrics,
      registry: new MemoryProcessRegistry(),
      kinds: { eventStore: 'SQLite', readModel: 'SQLite' },
      isWriter: () => true,
      rebuild: { progress: new Map(), stopped: new Map() },
      me: { id: 'here', roles: [], version: '', startedAt: '' },
    });
    const background = new Background(() => undefined);
    this.#engine = {
      store,
      model,
      vault,
      codec,
      projector,
      metrics,
      status,
      background,
      presence: localPresence,
      inspector: new ProcessFileInspector(),
      now: () => new Date(Date.now() + this.#ahead),
      usage: new UsageCounter(
        new SqliteUsageStore(':memory:'),
        () => new Date(),
        () => undefined,
      ),
      requestLog: new RequestLog({
        store: new SqliteRequestLogStore(':memory:'),
        days: 0,
        maxEntries: 0,
        processId: 'here',
        isKeeper: () => false,
        now: () => new Date(),
        outcome: () => undefined,
      }),
      deliveries: {
        store: new SqliteDeliveryStore(':memory:'),
        sender: new HttpSender({ mayBePrivate: true }),
      },
      hashing: new Hashing(),
      tokens: new SessionTokens(() => vault.signingKeys),
      pointInTime: { at: () => Promise.resolve(model) },
      executor: new CommandExecutor(store, codec, requestIndex(model, projector)),
      histories: new Gate(HISTORIES),
      computing: new Gate(COMPUTING),
      lists: new Gate(LISTS),
      bodies: new MemoryPool(bodiesIn(2 ** 30)),
      documents: new MemoryPool(documentsIn(2 ** 30)),
      unread: new ClientMemory(),
      coming: new ClientMemory(),
      positions: new PositionWaits({ store, projector }),
      jobs: new ExclusiveJobs(background),
      uploads: new FileUploads(at('imports')),
      files: new Files(vault, new DiskFileStore(at('files'))),
      rowFiles: new LocalRowFiles(at('row-imports'), new URL('none', import.meta.url)),
    };
    await projector.start();
    const { accountId, projectId } = this;
    const sessionId = newId();
    await this.append(`account-${accountId}`, [
      accountRegistered({
        accountId,
        name: 'Ada',
        email: 'ada@example.com',
        passwordHash: '',
        isAdmin: false,
        subscriptionType: 'free',
        maxProjects: 2,
        maxTables: 5,
        maxStorage: 1073741824,
      }),
      sessionOpened({ accountId, sessionId }),
    ]);
    await this.append(`portfolio-${accountId}`, [
      projectCreated({
        projectId,
        ownerId: accountId,
        name: 'Proje',
        description: '',
        apiKey: 'hzm_x',
        apiKeyPassword: 'x',
        keyType: 'project',
        parentProjectId: null,
        tableCount: 0,
        widgetCount: 0,
      }),
    ]);
    const field = {
      name: 'n',
      type: 'number',
      required: false,
      description: '',
      validation: {},
      isHidden: false,
    } as const;
    const { position } = await this.append(`schema-${projectId}`, [
      tableCreated({ ...this.of, name: 'Tablo' }),
      fieldAdded({ ...this.of, fieldId: this.fieldId, field }),
    ]);
    await projector.waitForPosition(position, 5_000);
    this.start = position;
    this.#token = await this.#engine.tokens.sign({ accountId, sessionId });
  }

  async append(stream: string, facts: readonly DomainEvent[]): Promise<{ position: Position }> {
    const request = { actor: this.accountId, id: newId(), repeatable: false, digest: '' };
    const { position } = await this.#engine.executor.execute(request, {
      stream,
      decider: nothing,
      decide: () => facts,
    });
    return { position: position! };
  }

  /** Opens one more gateway; it begins with what the log says now. Answers its port. */
  async another(limits: Pick<Parameters<typeof openGateway>[0], 'accounts'> = {}): Promise<number> {
    await this.#engine.projector.waitForPosition(await this.#engine.store.head(), 10_000);
    const server = createServer();
    const gateway = openGateway({
      engine: this.#engine,
      server,
      log: error => {
        throw error;
      },
      elapsed: this.#elapsed,
      ...limits,
    });
    this.#gateways.push({ gateway, server });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as { port: number }).port;
  }

  /** Takes the log away from the projector, for as long as a log may be missed and longer. */
  async cut(): Promise<void> {
    this.#log.cut();
    // oxlint-disable-next-line vitest/no-standalone-expect -- waits on behalf of a test
    await expect
      .poll(() => {
        this.pass(10_000);
        return this.#engine.projector.hasLostLog;
      })
      .toBe(true);
  }

  /** Gives the projector its log back. */
  mend(): void {
    this.#log.mend();
  }

  /** The health and the status that this process tells of its log. */
  async toldOfLog(): Promise<{ readonly health: string; readonly isReachable: boolean }> {
    const health = healthHandlers.find(({ call }) => call.name === 'health')!;
    const context = { engine: this.#engine, caller: {}, isLocal: false } as unknown as Context;
    const { data } = await health.run(context, {} as never);
    const { eventStore } = await this.#engine.status.status();
    return {
      health: (data as { status: string }).status,
      isReachable: eventStore.isReachable,
    };
  }

  /** Lets time pass for the gateways. */
  pass(ms: number): void {
    this.#passed += ms;
  }

  /** Puts the gateways' wall clock forward, or back. */
  jump(ms: number): void {
    this.#ahead += ms;
  }

  /** A session of somebody else, who has no project. */
  async stranger(): Promise<string> {
    const [accountId, sessionId] = [newId(), newId()];
    const { position } = await this.append(`account-${accountId}`, [
      accountRegistered({
        accountId,
        name: 'Can',
        email: 'can@example.com',
        passwordHash: '',
        isAdmin: false,
        subscriptionType: 'free',
        maxProjects: 2,
        maxTables: 5,
        maxStorage: 1073741824,
      }),
      sessionOpened({ accountId, sessionId }),
    ]);
    await this.#engine.projector.waitForPosition(position, 5_000);
    return this.#engine.tokens.sign({ accountId, sessionId });
  }

  /** Returns why a connection with the session is refused. */
  refusal(port: number): Promise<string> {
    return refusal(port, { token: this.#token });
  }

  async connect(port: number, token = this.#token): Promise<TestClient> {
    const follower = await follow(port, { token });
    this.#followers.push(follower);
    return follower;
  }

  async close(): Promise<void> {
    for (const { socket } of this.#followers) socket.disconnect();
    for (const { gateway, server } of this.#gateways) {
      gateway.close();
      await new Promise(resolve => server.close(resolve));
    }
    const { projector, store, vault } = this.#engine;
    await projector.close();
    await Promise.all([store.close(), this.#model?.close(), vault.close()]);
    rmSync(this.#directory, { recursive: true });
  }
}
