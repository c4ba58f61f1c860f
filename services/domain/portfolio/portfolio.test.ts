import type { DomainEvent } from '@hzm/contracts/core/event';
import { projectOffered, projectReceived } from '@hzm/contracts/features/members/events';
import {
  projectBinned,
  projectCreated,
  projectDeleted,
  projectDescribed,
  projectRestored,
  testEnvironmentCreated,
  testEnvironmentDeleted,
} from '@hzm/contracts/features/projects/events';
import { testEnvironmentIdAfter } from '@hzm/services/core/commands/mirror-id';
import { describe, expect, it } from 'vitest';
import { given } from '../testing/given.ts';
import {
  binProject,
  createProject,
  createTestEnvironment,
  deleteProject,
  describeProject,
  offerProject,
  portfolio,
  receiveProject,
} from './portfolio.ts';

const created = (projectId: string, name: string) =>
  projectCreated({
    projectId,
    ownerId: 'o',
    name,
    description: '',
    apiKey: `hzm_${projectId}`,
    apiKeyPassword: 'gizli-parola',
    keyType: 'project',
    parentProjectId: null,
    tableCount: 0,
    widgetCount: 0,
  });

const UNTIL = '2026-02-01T00:00:00.000Z';
const inBin = (projectId: string) =>
  projectBinned({ projectId, ownerId: 'o', memberIds: [], until: UNTIL });
const deleted = { projectId: 'p', ownerId: 'o', tableIds: ['t'], memberIds: ['m'], leaves: 3 };

describe('a portfolio', () => {
  it('takes a project', () =>
    given(portfolio)
      .when(createProject(created('p', 'Stok').data, 2))
      .leadsTo(created('p', 'Stok')));
  it('has each name once, ignoring case in Turkish', () =>
    given(portfolio, created('p', 'ISPARTA'))
      .when(createProject(created('q', 'ısparta').data, 2))
      .refused('NAME_TAKEN'));
  it('keeps to the plan', () =>
    given(portfolio, created('p', 'Bir'), created('q', 'İki'))
      .when(createProject(created('r', 'Üç').data, 2))
      .refused('PLAN_LIMIT'));
  it('has no limit at -1', () =>
    given(portfolio, created('p', 'Bir'), created('q', 'İki'))
      .when(createProject(created('r', 'Üç').data, -1))
      .leadsTo(created('r', 'Üç')));
  it('gives the place of a deleted project away', () =>
    given(portfolio, created('p', 'Bir'), created('q', 'İki'), projectDeleted(deleted))
      .when(createProject(created('r', 'Bir').data, 2))
      .leadsTo(created('r', 'Bir')));
  it('gets no project while a hundred are in its bin, until one is back or erased', () => {
    const ids = Array.from({ length: 100 }, (_, i) => `b${i}`);
    const binned = ids.flatMap(id => [created(id, id), inBin(id)]);
    const received = {
      projectId: 'p',
      handOverId: 'h',
      ownerId: 'o',
      name: 'Bir',
      description: '',
    };
    const create = createProject(created('p', 'Bir').data, -1);
    const receive = receiveProject(received, { name: 'Can', maxProjects: -1 });
    given(portfolio, ...binned)
      .when(create)
      .refused('PLAN_LIMIT');
    given(portfolio, ...binned)
      .when(receive)
      .refused('PLAN_LIMIT');
    given(portfolio, created('p', 'Bir'), ...binned)
      .when(binProject('p', { ownerId: 'o', memberIds: [], until: UNTIL }))
      .leadsTo(inBin('p'));
    const back = projectRestored({ projectId: 'b0', ownerId: 'o', name: 'b0' });
    for (const freeing of [back, projectDeleted({ ...deleted, projectId: 'b0' })]) {
      given(portfolio, ...binned, freeing)
        .when(create)
        .leadsTo(created('p', 'Bir'));
      given(portfolio, ...binned, freeing)
        .when(receive)
        .leadsTo(projectReceived(received));
    }
  });
  it('renames', () =>
    given(portfolio, created('p', 'Bir'))
      .when(describeProject('p', { name: 'Tek' }))
      .leadsTo(projectDescribed({ projectId: 'p', name: 'Tek', description: '' })));
  it('may change the case of a name', () =>
    given(portfolio, created('p', 'bir'))
      .when(describeProject('p', { name: 'Bir' }))
      .leadsTo(projectDescribed({ projectId: 'p', name: 'Bir', description: '' })));
  it("does not rename to another's name", () =>
    given(portfolio, created('p', 'Bir'), created('q', 'İki'))
      .when(describeProject('p', { name: 'İKİ' }))
      .refused('NAME_TAKEN'));
  it("knows nothing of others' projects", () =>
    given(portfolio)
      .when(describeProject('p', { name: 'Tek' }))
      .refused('NOT_FOUND'));
  it('deletes', () =>
    given(portfolio, created('p', 'Bir'))
      .when(deleteProject('p', [deleted]))
      .leadsTo(projectDeleted(deleted)));
});

const first = testEnvironmentIdAfter('p');
const test = {
  projectId: first,
  ownerId: 'o',
  apiKey: 'hzm_test_x',
  apiKeyPassword: 'gizli-parola',
  keyType: 'project' as const,
  parentProjectId: 'p',
  tableCount: 3,
  widgetCount: 0,
};
const madeAs = (name: string, projectId = first): DomainEvent[] => [
  projectCreated({ ...test, projectId, name, description: '' }),
  testEnvironmentCreated({ projectId: 'p', testEnvironmentId: projectId }),
];
const testDeleted = {
  projectId: first,
  ownerId: 'o',
  tableIds: ['u'],
  memberIds: ['m'],
  leaves: 3,
};
const create = createTestEnvironment(test);
const bir = created('p', 'Bir');

describe('a test environment', () => {
  it('is made beside its project', () =>
    expect(given(portfolio, bir).when(create).decision).toEqual(madeAs('Bir - Test')));
  it('is the only one', () =>
    given(portfolio, bir, ...madeAs('Bir - Test'))
      .when(create)
      .refused('CONFLICT'));
  it('has none itself', () =>
    given(portfolio, bir, ...madeAs('Bir - Test'))
      .when(createTestEnvironment({ ...test, parentProjectId: first }))
      .refused('CONFLICT'));
  it('is of a project that is there, and not on its way to somebody else', () => {
    given(portfolio).when(create).refused('NOT_FOUND');
    given(portfolio, bir, projectOffered({ projectId: 'p', handOverId: 'h', ownerId: 'x' }))
      .when(create)
      .refused('CONFLICT');
  });
  it('takes no place of the plan, and needs none', () => {
    given(portfolio, bir, ...madeAs('Bir - Test'))
      .when(createProject(created('q', 'İki').data, 2))
      .leadsTo(created('q', 'İki'));
    given(portfolio, bir, ...madeAs('Bir - Test'), created('q', 'İki'))
      .when(createProject(created('r', 'Üç').data, 2))
      .refused('PLAN_LIMIT');
    given(portfolio, ...madeAs('Bir - Test').slice(0, 1))
      .when(
        receiveProject(
          { projectId: 'q', handOverId: 'h', ownerId: 'o', name: 'Gelen', description: '' },
          { name: 'Can', maxProjects: 1 },
        ),
      )
      .leadsTo(
        projectReceived({
          projectId: 'q',
          handOverId: 'h',
          ownerId: 'o',
          name: 'Gelen',
          description: '',
        }),
      );
  });
  it('is numbered where its name is taken, and shortened to a name', () => {
    expect(given(portfolio, bir, created('q', 'bir - test')).when(create).decision).toEqual(
      madeAs('Bir - Test 2'),
    );
    expect(given(portfolio, created('p', `${'a'.repeat(42)}😀b`)).when(create).decision).toEqual(
      madeAs(`${'a'.repeat(42)} - Test`),
    );
  });
  it('is another one than the one before, whose key is destroyed, also with another owner', () => {
    const again = given(
      portfolio,
      bir,
      ...madeAs('Bir - Test'),
      projectDeleted(testDeleted),
      testEnvironmentDeleted({ projectId: 'p', testEnvironmentId: first }),
    );
    again.when(create).refused('CONFLICT');
    const second = testEnvironmentIdAfter(first);
    expect(again.when(createTestEnvironment({ ...test, projectId: second })).decision).toEqual(
      madeAs('Bir - Test', second),
    );
    const received = given(
      portfolio,
      projectReceived({
        projectId: 'p',
        handOverId: 'h',
        ownerId: 'o',
        name: 'Bir',
        description: '',
      }),
    );
    received.when(create).refused('CONFLICT');
    expect(
      received.when(createTestEnvironment({ ...test, projectId: testEnvironmentIdAfter('h') }))
        .decision,
    ).toHaveLength(2);
  });
  it('is deleted with its project, in one', () =>
    given(portfolio, bir, ...madeAs('Bir - Test'))
      .when(deleteProject('p', [testDeleted, deleted]))
      .leadsTo(projectDeleted(testDeleted), projectDeleted(deleted)));
  it('is not left behind by who did not know of it', () =>
    given(portfolio, bir, ...madeAs('Bir - Test'))
      .when(deleteProject('p', [deleted]))
      .refused('CONFLICT'));
  it('is deleted alone; its project hears of it', () =>
    given(portfolio, bir, ...madeAs('Bir - Test'))
      .when(deleteProject(first, [testDeleted]))
      .leadsTo(
        projectDeleted(testDeleted),
        testEnvironmentDeleted({ projectId: 'p', testEnvironmentId: first }),
      ));
  it('keeps its project where it is, and goes nowhere alone', () => {
    given(portfolio, bir, ...madeAs('Bir - Test'))
      .when(offerProject('p', 'h', 'x'))
      .refused('CONFLICT');
    given(portfolio, bir, ...madeAs('Bir - Test'))
      .when(offerProject(first, 'h', 'x'))
      .refused('CONFLICT');
    given(
      portfolio,
      bir,
      ...madeAs('Bir - Test'),
      projectDeleted(testDeleted),
      testEnvironmentDeleted({ projectId: 'p', testEnvironmentId: first }),
    )
      .when(offerProject('p', 'h', 'x'))
      .leadsTo(projectOffered({ projectId: 'p', handOverId: 'h', ownerId: 'x' }));
  });
});
