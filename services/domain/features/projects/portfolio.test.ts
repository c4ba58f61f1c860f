import { projectCreated, projectDeleted, projectDescribed } from '@hzm/contracts/features/projects/events';
import { describe, it } from 'vitest';
import { given } from '../../testing/given.ts';
import { createProject, deleteProject, describeProject, portfolio } from './portfolio.ts';

const created = (projectId: string, name: string) =>
  projectCreated({ projectId, ownerId: 'o', name, description: '', apiKey: `hzm_${projectId}`, apiKeyPassword: 'gizli-parola', keyType: 'project' });

const deleted = { projectId: 'p', ownerId: 'o', tableIds: ['t'], memberIds: ['m'] };

describe('a portfolio', () => {
  it('takes a project', () => given(portfolio).when(createProject(created('p', 'Stok').data, 2)).leadsTo(created('p', 'Stok')));
  it('has each name once, ignoring case in Turkish', () => given(portfolio, created('p', 'ISPARTA')).when(createProject(created('q', 'ısparta').data, 2)).refused('NAME_TAKEN'));
  it('keeps to the plan', () => given(portfolio, created('p', 'Bir'), created('q', 'İki')).when(createProject(created('r', 'Üç').data, 2)).refused('PLAN_LIMIT'));
  it('has no limit at -1', () => given(portfolio, created('p', 'Bir'), created('q', 'İki')).when(createProject(created('r', 'Üç').data, -1)).leadsTo(created('r', 'Üç')));
  it('gives the place of a deleted project away', () => given(portfolio, created('p', 'Bir'), created('q', 'İki'), projectDeleted(deleted)).when(createProject(created('r', 'Bir').data, 2)).leadsTo(created('r', 'Bir')));
  it('renames', () => given(portfolio, created('p', 'Bir')).when(describeProject('p', { name: 'Tek' })).leadsTo(projectDescribed({ projectId: 'p', name: 'Tek', description: '' })));
  it('may change the case of a name', () => given(portfolio, created('p', 'bir')).when(describeProject('p', { name: 'Bir' })).leadsTo(projectDescribed({ projectId: 'p', name: 'Bir', description: '' })));
  it('does not rename to another\'s name', () => given(portfolio, created('p', 'Bir'), created('q', 'İki')).when(describeProject('p', { name: 'İKİ' })).refused('NAME_TAKEN'));
  it('knows nothing of others\' projects', () => given(portfolio).when(describeProject('p', { name: 'Tek' })).refused('NOT_FOUND'));
  it('deletes', () => given(portfolio, created('p', 'Bir')).when(deleteProject(deleted)).leadsTo(projectDeleted(deleted)));
});
