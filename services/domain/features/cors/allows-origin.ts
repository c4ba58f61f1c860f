import { parseDomain, type OriginRule } from '@hzm/contracts/features/cors/domain';
import { LRUCache } from 'lru-cache';
import type { Cors } from './cors.ts';

/** Rules are understood once. */
const rules = new LRUCache<string, OriginRule>({ max: 10_000 });

function ruleOf(text: string): OriginRule | undefined {
  const known = rules.get(text) ?? parseDomain(text);
  if (known) rules.set(text, known);
  return known;
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** Whether pages of an origin, as browsers name it, may use a project's keys. */
export function allowsOrigin({ allowedDomains, platformPatterns }: Cors, origin: string): boolean {
  const [, scheme = '', host = '', port = DEFAULT_PORTS[scheme]] =
    /^(https?):\/\/(\[[\da-f:.]+\]|[^\s/:@?#[\]]+)(?::(\d+))?$/.exec(origin.toLowerCase()) ?? [];
  if (host === '') return false;
  return [...allowedDomains, ...platformPatterns].some(text => {
    const rule = ruleOf(text);
    return (
      rule !== undefined &&
      (rule.scheme === undefined || rule.scheme === scheme) &&
      (rule.port === undefined || rule.port === port) &&
      (rule.isWildcard ? host.endsWith(`.${rule.host}`) : host === rule.host)
    );
  });
}
