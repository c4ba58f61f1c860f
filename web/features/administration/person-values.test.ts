import { planDefaults, type Plan } from '@hzm/contracts/features/pricing/plan';
import { describe, expect, it } from 'vitest';
import { changesOf, limitsFor, newPerson, personProblems, valuesOf } from './person-values.ts';

const plan = (name: string, maxProjects: number, more: Partial<Plan> = {}): Plan => ({
  ...planDefaults,
  features: [],
  id: name,
  name,
  price: 0,
  createdAt: '',
  isOffered: true,
  maxProjects,
  maxTables: 9,
  maxStorage: 3 * 2 ** 30,
  ...more,
});
const user = {
  id: '1',
  name: 'Ayşe',
  email: 'ayse@example.com',
  isAdmin: false,
  isActive: true,
  subscriptionType: 'free',
  planName: null,
  maxProjects: 2,
  maxTables: 5,
  maxStorage: 2 ** 30,
  createdAt: '2026-01-01T00:00:00.000Z',
} as const;

describe('form of a person', () => {
  it('requires all values of a new person, and no password of an existing one', () => {
    expect(personProblems(newPerson([]), true)).toEqual({
      name: 'all',
      email: 'all',
      password: 'all',
    });
    expect(personProblems(valuesOf(user), false)).toEqual({});
  });
  it('reports each invalid value', () => {
    expect(
      personProblems(
        {
          ...valuesOf(user),
          email: 'ayse',
          password: 'kisa',
          maxProjects: '',
          maxTables: -2,
          maxStorage: '',
        },
        false,
      ),
    ).toEqual({
      email: 'email',
      password: 'password',
      maxProjects: 'limit',
      maxTables: 'limit',
      maxStorage: 'limit',
    });
  });
  it('sends changed members only', () => {
    expect(changesOf(user, valuesOf(user))).toEqual({});
    expect(
      changesOf(user, {
        ...valuesOf(user),
        name: ' Ayşe Ak ',
        email: 'AYSE@example.com',
        isActive: false,
      }),
    ).toEqual({ name: 'Ayşe Ak', isActive: false });
    expect(changesOf(user, { ...valuesOf(user), plan: 'basic' })).toEqual({
      subscriptionType: 'basic',
      maxProjects: 2,
      maxTables: 5,
      maxStorage: 2 ** 30,
    });
    expect(changesOf(user, { ...valuesOf(user), maxStorage: 1.5 })).toEqual({
      maxStorage: 1.5 * 2 ** 30,
    });
  });
  it('shows the default limits of each type', () => {
    expect([limitsFor('premium', []), limitsFor('free', []), limitsFor('admin', [])]).toEqual([
      { maxProjects: 100, maxTables: 100, maxStorage: 100 },
      { maxProjects: 2, maxTables: 5, maxStorage: 1 },
      { maxProjects: -1, maxTables: -1, maxStorage: -1 },
    ]);
  });
  it('shows the limits of the active plan named like a type', () => {
    const offered = [
      plan('Ücretsiz', 7),
      plan('Premium', 70, { isActive: false }),
      plan('Kurumsal', 99),
    ];
    expect([
      limitsFor('free', offered),
      limitsFor('premium', offered),
      limitsFor('enterprise', offered),
    ]).toEqual([
      { maxProjects: 7, maxTables: 9, maxStorage: 3 },
      { maxProjects: 100, maxTables: 100, maxStorage: 100 },
      { maxProjects: 99, maxTables: 9, maxStorage: 3 },
    ]);
    expect(newPerson(offered)).toMatchObject({
      plan: 'free',
      maxProjects: 7,
      maxTables: 9,
      maxStorage: 3,
    });
  });
});
