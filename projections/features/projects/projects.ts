import type { Change } from '@hzm/contracts/core/change';
import { collection } from '@hzm/contracts/core/collection';
import type { Event } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import { apiKeyRegenerated } from '@hzm/contracts/features/keys/events';
import { projectHandedOver } from '@hzm/contracts/features/members/events';
import {
  apiKeyPasswordChanged,
  projectBinned,
  projectCreated,
  projectDeleted,
  projectDescribed,
  projectRestored,
  projectSettingsChanged,
  protectionDisabled,
  protectionEnabled,
  testEnvironmentCreated,
  testEnvironmentDeleted,
} from '@hzm/contracts/features/projects/events';
import {
  defaultSettings,
  type KeyType,
  type ProjectSettings,
} from '@hzm/contracts/features/projects/project';
import { tableCreated, tableDeleted, tableRestored } from '@hzm/contracts/features/tables/events';
import { widgetAdded, widgetRemoved } from '@hzm/contracts/features/widgets/events';
import { add, drop, patch, put, type ChangeOf, type Patch } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

export type ProjectDoc = {
  readonly id: string;
  readonly ownerId: string;
  /** Position of the creation or last hand-over. */
  readonly ownerSince: Position;
  readonly name: string;
  readonly description: string;
  readonly apiKey: string;
  readonly apiKeyPassword: string;
  readonly keyType: KeyType;
  readonly settings: ProjectSettings;
  readonly isPublic: boolean;
  /** Position of the last settings change that made or left it public; null while it is not. */
  readonly publicSince: Position | null;
  readonly passwordHash: string | null;
  readonly tableCount: number;
  readonly widgetCount: number;
  /** The project that this test environment belongs to. */
  readonly parentProjectId: string | null;
  readonly testEnvironmentId: string | null;
  /** The end of its stay in the bin; null: it is not there. */
  readonly binnedUntil: string | null;
  readonly binnedAt: string | null;
  /** The actor who put it there. */
  readonly binnedBy: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Position of the last visible change. */
  readonly position: Position;
};

const definition = {
  name: 'projects',
  owner: 'ownerId',
  indexes: [['ownerId', 'createdAt'], ['parentProjectId'], ['binnedUntil']],
} as const;

/** The projects without those in the bin. */
export const projectDocs = collection<ProjectDoc>({
  ...definition,
  shows: { member: 'binnedUntil', isNull: true },
});
/** The projects in the bin; only its own calls and the ends of projects read them. */
export const binnedProjectDocs = collection<ProjectDoc>({
  ...definition,
  shows: { member: 'binnedUntil', isNull: false },
});

/** Whether a change puts a project into the bin, which readers cannot tell from its deletion. */
export const isBinned = (change: ChangeOf<ProjectDoc>): boolean =>
  change.op === 'patch' && typeof change.set.binnedUntil === 'string';

const change = (
  { data: { projectId }, meta, position }: Event<{ projectId: string }>,
  set: Patch<ProjectDoc>,
): readonly Change[] => [
  patch(projectDocs, { id: projectId, set: { ...set, updatedAt: meta.at, position } }),
];
type Counter = 'tableCount' | 'widgetCount';
const counted =
  (counter: Counter, by: 1 | -1) =>
  ({ data: { projectId }, position }: Event<{ projectId: string }>): readonly Change[] => [
    add(projectDocs, { id: projectId, by: { [counter]: by } }),
    patch(projectDocs, { id: projectId, set: { position } }),
  ];

const notBinned = { binnedUntil: null, binnedAt: null, binnedBy: null };

/** Events that change a number on the card of a project. */
const counters = [
  on(tableCreated, counted('tableCount', 1)),
  on(tableDeleted, counted('tableCount', -1)),
  on(tableRestored, counted('tableCount', 1)),
  on(widgetAdded, counted('widgetCount', 1)),
  on(widgetRemoved, counted('widgetCount', -1)),
];

/** One document per project. */
export const projects = projection({
  name: 'projects',
  version: 9,
  collections: [projectDocs],
  isPointInTime: true,
  on: [
    on(projectCreated, ({ data: { projectId, ...project }, meta, position }) => [
      put(projectDocs, {
        id: projectId,
        ...project,
        ownerSince: position,
        settings: defaultSettings,
        isPublic: false,
        publicSince: null,
        passwordHash: null,
        testEnvironmentId: null,
        ...notBinned,
        createdAt: meta.at,
        updatedAt: meta.at,
        position,
      }),
    ]),
    on(projectDescribed, e => change(e, { name: e.data.name, description: e.data.description })),
    on(projectSettingsChanged, e =>
      change(e, {
        settings: e.data.settings,
        isPublic: e.data.isPublic,
        publicSince: e.data.isPublic ? e.position : null,
      }),
    ),
    on(apiKeyPasswordChanged, e => change(e, { apiKeyPassword: e.data.apiKeyPassword })),
    // The main key has its project's id.
    on(apiKeyRegenerated, e =>
      e.data.keyId === e.data.projectId ? change(e, { apiKey: e.data.apiKey }) : [],
    ),
    on(protectionEnabled, e => change(e, { passwordHash: e.data.passwordHash })),
    on(protectionDisabled, e => change(e, { passwordHash: null })),
    on(testEnvironmentCreated, e => change(e, { testEnvironmentId: e.data.testEnvironmentId })),
    on(testEnvironmentDeleted, e => change(e, { testEnvironmentId: null })),
    // The document still belongs to the former owner when this change applies.
    on(projectHandedOver, e => {
      const owner = { member: 'ownerId', id: e.data.fromId };
      const set = { ownerId: e.data.ownerId, ownerSince: e.position };
      return change(e, set).map(one => ({ ...one, owner }));
    }),
    on(projectBinned, e =>
      change(e, { binnedUntil: e.data.until, binnedAt: e.meta.at, binnedBy: e.meta.actor }),
    ),
    on(projectRestored, e => change(e, { name: e.data.name, ...notBinned })),
    ...counters,
    on(projectDeleted, ({ data: { projectId } }) => [drop(projectDocs, projectId)]),
  ],
});
