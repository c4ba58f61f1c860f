import { describe, expect, it } from 'vitest';
import { arranged, entriesOf, sectionOf } from './arrange.ts';

const project = (
  name: string,
  createdAt: string,
  updatedAt = createdAt,
  description = '',
  parentProjectId: string | null = null,
) => ({
  id: name,
  parentProjectId,
  name,
  description,
  createdAt,
  updatedAt,
  owner: { id: 'o', name: 'Işıl', email: 'isil@example.com' },
});
const all = entriesOf([
  project('Çiçek', '2026-01-02'),
  project('Depo', '2026-01-03', '2026-01-03', 'şişe ve kutu'),
  project('Arşiv', '2026-01-01', '2026-01-09'),
]);
const names = (...given: Parameters<typeof arranged>) =>
  arranged(...given).map(entry => entry.project.name);

describe('list of projects', () => {
  it('sorts by age, by the Turkish alphabet, or by last change', () => {
    expect(names(all, '', 'newest')).toEqual(['Depo', 'Çiçek', 'Arşiv']);
    expect(names(all, '', 'name')).toEqual(['Arşiv', 'Çiçek', 'Depo']);
    expect(names(all, '', 'changed')).toEqual(['Arşiv', 'Depo', 'Çiçek']);
  });

  it('searches name, description and owner, ignoring case and diacritics', () => {
    expect(names(all, ' CICEK', 'name')).toEqual(['Çiçek']);
    expect(names(all, 'sise', 'name')).toEqual(['Depo']);
    expect(names(all, 'ışıl', 'name')).toHaveLength(3);
    expect(names(all, 'yok', 'name')).toEqual([]);
  });

  it('groups a test environment with its live project, for search and order, too', () => {
    const test = project('Çiçek - Test', '2026-02-01', '2026-03-01', 'deneme', 'Çiçek');
    const grouped = entriesOf([test, ...all.map(entry => entry.project)]);
    expect(grouped.map(entry => [entry.project.name, entry.test?.name])).toEqual([
      ['Çiçek', 'Çiçek - Test'],
      ['Depo', undefined],
      ['Arşiv', undefined],
    ]);
    expect([
      names(grouped, 'deneme', 'name'),
      names(grouped, '', 'changed'),
      names(grouped, '', 'newest'),
    ]).toEqual([['Çiçek'], ['Çiçek', 'Arşiv', 'Depo'], ['Depo', 'Çiçek', 'Arşiv']]);
    // Its live project is not in the list.
    expect(entriesOf([test])).toEqual([{ project: test, test: null }]);
  });

  it("divides into sections of own and of others' projects", () => {
    const of = (more: object) => ({
      userId: 'me',
      role: 'owner' as const,
      isTestEnvironment: false,
      ...more,
    });
    expect(sectionOf({ project: of({}), test: null }, 'me')).toBe('standard');
    expect(sectionOf({ project: of({}), test: of({ isTestEnvironment: true }) }, 'me')).toBe(
      'grouped',
    );
    expect(sectionOf({ project: of({ isTestEnvironment: true }), test: null }, 'me')).toBe('tests');
    expect(sectionOf({ project: of({ userId: 'x', role: 'viewer' }), test: of({}) }, 'me')).toBe(
      'shared',
    );
    expect(sectionOf({ project: of({ userId: 'x', role: 'admin' }), test: null }, 'me')).toBe(
      'others',
    );
  });
});
