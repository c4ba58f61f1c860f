import { describe, expect, it } from 'vitest';
import { arranged } from './arrange.ts';

const project = (name: string, createdAt: string, updatedAt = createdAt, description = '') => ({ name, description, createdAt, updatedAt, owner: { id: 'o', name: 'Işıl', email: 'isil@example.com' } });
const all = [project('Çiçek', '2026-01-02'), project('Depo', '2026-01-03', '2026-01-03', 'şişe ve kutu'), project('Arşiv', '2026-01-01', '2026-01-09')];
const names = (...given: Parameters<typeof arranged>) => arranged(...given).map(({ name }) => name);

describe('a list of projects', () => {
  it('is ordered by age, by the Turkish alphabet, or by its last changes', () => {
    expect(names(all, '', 'newest')).toEqual(['Depo', 'Çiçek', 'Arşiv']);
    expect(names(all, '', 'name')).toEqual(['Arşiv', 'Çiçek', 'Depo']);
    expect(names(all, '', 'changed')).toEqual(['Arşiv', 'Depo', 'Çiçek']);
  });

  it('is searched by name, description and owner, whatever the letters', () => {
    expect(names(all, ' CICEK', 'name')).toEqual(['Çiçek']);
    expect(names(all, 'sise', 'name')).toEqual(['Depo']);
    expect(names(all, 'ışıl', 'name')).toHaveLength(3);
    expect(names(all, 'yok', 'name')).toEqual([]);
  });
});
