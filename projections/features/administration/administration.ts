import type { Change } from '@hzm/contracts/core/change';
import { collection } from '@hzm/contracts/core/collection';
import type { Event } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import type { User } from '@hzm/contracts/features/accounts/account';
import { accountDeleted, accountRegistered } from '@hzm/contracts/features/accounts/events';
import {
  accountDescribed,
  accountDisabled,
  accountEnabled,
  accountPlanChanged,
  adminAppointed,
  adminDismissed,
} from '@hzm/contracts/features/administration/events';
import { projectHandedOver } from '@hzm/contracts/features/members/events';
import { accountSubscribed, accountUnsubscribed } from '@hzm/contracts/features/pricing/events';
import {
  projectBinned,
  projectCreated,
  projectDeleted,
  projectDescribed,
  projectRestored,
  projectSettingsChanged,
  protectionDisabled,
  protectionEnabled,
} from '@hzm/contracts/features/projects/events';
import {
  fieldAdded,
  fieldChanged,
  fieldMoved,
  fieldErased,
  fieldRemoved,
  fieldRestored,
  relationshipAdded,
  relationshipRemoved,
  tableCreated,
  tableDeleted,
  tableErased,
  tableRenamed,
  tableRestored,
} from '@hzm/contracts/features/tables/events';
import { drop, patch, put, type Patch } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/**
 * `columns` are searched, filtered and sorted by; `text` holds name and e-mail address on separate
 * lines. `position` is that of the last visible change.
 */
export type PersonDoc = Pick<User, 'id' | 'maxProjects' | 'maxTables' | 'maxStorage'> & {
  readonly columns: Omit<User, 'id' | 'maxProjects' | 'maxTables' | 'maxStorage'> & {
    readonly text: string;
  };
  readonly position: Position;
};

/** `changedAt` is the last change of the project, its settings or its tables. */
export type ListedProject = {
  readonly id: string;
  readonly columns: { readonly name: string; readonly ownerId: string; readonly createdAt: string };
  readonly changedAt: string;
};

/**
 * The only partition of both collections: members of partitioned documents can be searched,
 * filtered and sorted at any size.
 */
export const EVERYBODY = 'everybody';
export const personDocs = collection<PersonDoc>({
  name: 'people',
  partitioned: true,
  indexMembersOf: 'columns',
});
export const listedProjects = collection<ListedProject>({
  name: 'listed-projects',
  partitioned: true,
  indexMembersOf: 'columns',
});

const textOf = ({ name, email }: Pick<User, 'name' | 'email'>): string => `${name}\n${email}`;
const place = { partition: EVERYBODY };
const person = (
  { data: { accountId }, position }: Event<{ accountId: string }>,
  set: Patch<PersonDoc>,
): readonly Change[] => [patch(personDocs, { ...place, id: accountId, set: { ...set, position } })];
const project = (
  { data: { projectId }, meta }: Event<{ projectId: string }>,
  set: Patch<ListedProject> = {},
): readonly Change[] => [
  patch(listedProjects, { ...place, id: projectId, set: { ...set, changedAt: meta.at } }),
];

/** The lists of administrators: all people and all projects. */
export const administration = projection({
  name: 'administration',
  version: 3,
  collections: [personDocs, listedProjects],
  on: [
    on(
      accountRegistered,
      ({
        data: {
          accountId,
          name,
          email,
          isAdmin,
          subscriptionType,
          maxProjects,
          maxTables,
          maxStorage,
        },
        meta,
        position,
      }) => [
        put(
          personDocs,
          {
            id: accountId,
            columns: {
              name,
              email,
              text: textOf({ name, email }),
              isAdmin,
              isActive: true,
              subscriptionType,
              planName: null,
              createdAt: meta.at,
            },
            maxProjects,
            maxTables,
            maxStorage,
            position,
          },
          place,
        ),
      ],
    ),
    on(accountDescribed, e =>
      person(e, {
        'columns.name': e.data.name,
        'columns.email': e.data.email,
        'columns.text': textOf(e.data),
      }),
    ),
    on(accountPlanChanged, e =>
      person(e, {
        'columns.subscriptionType': e.data.subscriptionType,
        maxProjects: e.data.maxProjects,
        maxTables: e.data.maxTables,
        maxStorage: e.data.maxStorage,
      }),
    ),
    on(accountSubscribed, e => person(e, { 'columns.planName': e.data.planName })),
    on(accountUnsubscribed, e => person(e, { 'columns.planName': null })),
    on(adminAppointed, e => person(e, { 'columns.isAdmin': true })),
    on(adminDismissed, e => person(e, { 'columns.isAdmin': false })),
    on(accountDisabled, e => person(e, { 'columns.isActive': false })),
    on(accountEnabled, e => person(e, { 'columns.isActive': true })),
    on(accountDeleted, ({ data: { accountId } }) => [drop(personDocs, accountId, place)]),

    on(projectCreated, ({ data: { projectId, ownerId, name }, meta: { at } }) => [
      put(
        listedProjects,
        { id: projectId, columns: { name, ownerId, createdAt: at }, changedAt: at },
        place,
      ),
    ]),
    on(projectDescribed, e => project(e, { 'columns.name': e.data.name })),
    on(projectBinned, e => project(e)),
    on(projectRestored, e => project(e, { 'columns.name': e.data.name })),
    on(projectHandedOver, e => project(e, { 'columns.ownerId': e.data.ownerId })),
    on(projectSettingsChanged, e => project(e)),
    on(protectionEnabled, e => project(e)),
    on(protectionDisabled, e => project(e)),
    on(tableCreated, e => project(e)),
    on(tableDeleted, e => project(e)),
    on(tableRenamed, e => project(e)),
    on(tableRestored, e => project(e)),
    on(tableErased, e => project(e)),
    on(fieldAdded, e => project(e)),
    on(fieldChanged, e => project(e)),
    on(fieldMoved, e => project(e)),
    on(fieldRemoved, e => project(e)),
    on(fieldRestored, e => project(e)),
    on(fieldErased, e => project(e)),
    on(relationshipAdded, e => project(e)),
    on(relationshipRemoved, e => project(e)),
    on(projectDeleted, ({ data: { projectId } }) => [drop(listedProjects, projectId, place)]),
  ],
});
