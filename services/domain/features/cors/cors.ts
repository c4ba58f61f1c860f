import {
  defaultCors,
  MAX_DOMAINS,
  PlatformPattern,
  type CorsSettings,
} from '@hzm/contracts/features/cors/domain';
import { corsChanged } from '@hzm/contracts/features/cors/events';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';

/** From whose pages a project's keys may be used. */
export type Cors = Pick<CorsSettings, 'allowedDomains' | 'platformPatterns'>;

export const cors = decider<Cors>(defaultCors, when => [when(corsChanged, (_, data) => data.cors)]);

const changed = (projectId: string, { allowedDomains, platformPatterns }: Cors): Decision => [
  corsChanged({
    projectId,
    cors: { allowedDomains: [...allowedDomains], platformPatterns: [...platformPatterns] },
  }),
];

export const addDomain =
  (projectId: string, domain: string) =>
  (s: Cors): Decision =>
    s.allowedDomains.includes(domain)
      ? reject('CONFLICT', { text: 'cors-domain-taken' })
      : s.allowedDomains.length >= MAX_DOMAINS
        ? reject('CONFLICT', { text: { key: 'cors-domain-limit', values: { limit: MAX_DOMAINS } } })
        : changed(projectId, { ...s, allowedDomains: [...s.allowedDomains, domain] });

export const removeDomain =
  (projectId: string, domain: string) =>
  (s: Cors): Decision =>
    s.allowedDomains.includes(domain)
      ? changed(projectId, { ...s, allowedDomains: s.allowedDomains.filter(one => one !== domain) })
      : reject('NOT_FOUND');

/** Switches platforms, which are kept in the order in which they are listed. */
export const switchPatterns =
  (projectId: string, patterns: readonly PlatformPattern[], isOn: boolean) =>
  (s: Cors): Decision =>
    patterns.every(one => s.platformPatterns.includes(one) === isOn)
      ? []
      : changed(projectId, {
          ...s,
          platformPatterns: PlatformPattern.options.filter(one =>
            patterns.includes(one) ? isOn : s.platformPatterns.includes(one),
          ),
        });
