import type { Change } from '@hzm/contracts/core/change';
import { memberOf } from '@hzm/contracts/core/json';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { projections } from '@hzm/projections/registry';
import { expect, it } from 'vitest';
import { documents, emptyModel, writesOf } from './documents.ts';
import { end, sampleEvents, told } from './sample-events.ts';

const log = [...told(sampleEvents), ...told(end, sampleEvents.length)];
/** Every change that the log makes, with the type of its event. */
const made = log.flatMap(event =>
  projections
    .flatMap(one => one.changesOf(event))
    .map((change: Change) => ({ type: event.type, change })),
);
const collections = projections.flatMap(one => one.collections);
const ownerOf = new Map(
  collections.flatMap(({ name, owner }) => (owner === undefined ? [] : [[name, owner] as const])),
);

/** Collections whose documents name a project or an account and have no owner, with the reason. */
const unowned: Readonly<Record<string, string>> = {
  history: 'its ids are positions',
  'plan-changes': 'its ids are events',
  'thread-texts': 'each project has its own partition',
};

it('collections whose documents name a project or an account declare it as owner', async () => {
  const model = await emptyModel(async () => new MemoryReadModel());
  await model.apply(writesOf(told(sampleEvents)));
  const found = Object.entries(await documents(model));
  await model.close();
  const members = ['projectId', 'accountId'];
  const naming = found
    .flatMap(([name, docs]) =>
      docs.some(doc => members.some(member => Object.hasOwn(doc, member))) ? [name] : [],
    )
    .map(name => name.replace(/\/.*/, ''));
  expect(naming.filter(name => !ownerOf.has(name) && !Object.hasOwn(unowned, name))).toEqual([]);
});

/** Changes that name no owner, by event and collection, each with the reason. */
const unnamed: Readonly<Record<string, string>> = {
  'account-deleted invitations': 'forgets who accepted',
  'account-deleted notifications': 'forgets whom they were for',
  'account-deleted saved-views': 'forgets the own views of whoever is gone',
  'account-deleted followed-notifications': 'forgets whom they were for',
  'project-deleted thread-stars': 'everybody has stars in a project',
};
/** Events of a project that name its owner; the others name the project alone. */
const namingOwner = new Set(['project-created', 'project-handed-over', 'project-deleted']);
const mayBeUnnamed = (type: string, collection: string): boolean =>
  Object.hasOwn(unnamed, `${type} ${collection}`) ||
  (collection === 'projects' && !namingOwner.has(type));

it('changes of owned collections are made for the owner that their event names', () => {
  const missing = made.flatMap(({ type, change: { collection, owner } }) => {
    const isNamed = owner?.member === ownerOf.get(collection);
    return isNamed || mayBeUnnamed(type, collection) ? [] : [`${type} ${collection}`];
  });
  expect([...new Set(missing)]).toEqual([]);
});

it('puts documents that hold the owner for whom they are put', () => {
  const others = made.filter(
    ({ change }) =>
      change.op === 'put' &&
      change.partition === undefined &&
      change.owner &&
      memberOf(change.doc, change.owner.member) !== change.owner.id,
  );
  expect(others).toEqual([]);
});
