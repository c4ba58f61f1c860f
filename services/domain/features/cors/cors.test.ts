import { defaultCors, MAX_DOMAINS, PlatformPattern } from '@hzm/contracts/features/cors/domain';
import { corsChanged } from '@hzm/contracts/features/cors/events';
import { describe, expect, it } from 'vitest';
import { given } from '../../testing/given.ts';
import { addDomain, cors, removeDomain, switchPatterns } from './cors.ts';

const projectId = 'p';
const changed = (
  allowedDomains: string[],
  platformPatterns: PlatformPattern[] = [...defaultCors.platformPatterns],
) => corsChanged({ projectId, cors: { allowedDomains, platformPatterns } });

describe('the domains of a project', () => {
  it('are added once, behind the others', () => {
    expect(addDomain(projectId, 'a.com')(cors.initial)).toEqual([changed(['a.com'])]);
    given(cors, changed(['a.com']))
      .when(addDomain(projectId, 'a.com'))
      .refused('CONFLICT');
  });
  it('are bounded', () =>
    given(cors, changed(Array.from({ length: MAX_DOMAINS }, (_, n) => `${n}.com`)))
      .when(addDomain(projectId, 'a.com'))
      .refused('CONFLICT'));
  it('are removed where they are', () => {
    expect(
      removeDomain(projectId, 'a.com')({ ...cors.initial, allowedDomains: ['a.com', 'b.com'] }),
    ).toEqual([changed(['b.com'])]);
    given(cors).when(removeDomain(projectId, 'a.com')).refused('NOT_FOUND');
  });
  it('of platforms are those of the defaults at first, switched one by one or all together', () => {
    const [first, ...others] = defaultCors.platformPatterns as [
      PlatformPattern,
      ...PlatformPattern[],
    ];
    given(cors)
      .when(switchPatterns(projectId, [first], true))
      .leadsTo();
    given(cors)
      .when(switchPatterns(projectId, [first], false))
      .leadsTo(changed([], others));
    given(cors, changed([], others))
      .when(switchPatterns(projectId, [first], true))
      .leadsTo(changed([]));
    given(cors)
      .when(switchPatterns(projectId, PlatformPattern.options, false))
      .leadsTo(changed([], []));
    given(cors)
      .when(switchPatterns(projectId, PlatformPattern.options, true))
      .leadsTo(changed([], [...PlatformPattern.options]));
  });
});
