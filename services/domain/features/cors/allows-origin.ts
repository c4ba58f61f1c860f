import {
  APP_SCHEME,
  isAppScheme,
  parseDomain,
  type OriginRule,
} from '@hzm/contracts/features/cors/domain';
import { LRUCache } from 'lru-cache';
import type { Cors } from './cors.ts';

/** Rules are understood once. */
const rules = new LRUCache<string, OriginRule>({ max: 10_000 });

export function ruleOf(text: string): OriginRule | undefined {
  const known = rules.get(text) ?? parseDomain(text);
  if (known) rules.set(text, known);
  return known;
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };
const ORIGIN = new RegExp(
  String.raw`^(https?|${APP_SCHEME})://(\[[\da-f:.]+\]|[^\s/:@?#[\]\\]+)(?::(\d+))?$`,
);

/** An origin as browsers name it. */
export interface Origin {
  readonly scheme: string;
  readonly host: string;
  /** Undefined for apps and extensions. */
  readonly port: string | undefined;
}

/** Parses the value of the header `Origin`; undefined for one that names no host as browsers do. */
export function parseOrigin(text: string): Origin | undefined {
  const [, scheme = '', host = '', given] = ORIGIN.exec(text.toLowerCase()) ?? [];
  // A browser sends no empty label, and names hosts outside of ASCII by their ASCII form.
  const isNamed = !host.split('.').includes('') && URL.parse(`http://${host}`)?.hostname === host;
  if (!isNamed || (isAppScheme(scheme) && given !== undefined)) return undefined;
  return { scheme, host, port: given ?? DEFAULT_PORTS[scheme] };
}

/** Whether a rule is about the scheme of an origin. One without a scheme is about web pages. */
export const isOfScheme = (rule: OriginRule, { scheme }: Origin): boolean =>
  rule.scheme === undefined ? !isAppScheme(scheme) : rule.scheme === scheme;

export const isOfPort = (rule: OriginRule, { port }: Origin): boolean =>
  rule.port === undefined || rule.port === port;

const isOfHost = (rule: OriginRule, { host }: Origin): boolean =>
  rule.isWildcard ? host.endsWith(`.${rule.host}`) : host === rule.host;

/** Returns the rule by which pages of an origin may use a project's keys; undefined if none. */
export function ruleFor(
  { allowedDomains, platformPatterns }: Cors,
  text: string,
): string | undefined {
  const origin = parseOrigin(text);
  if (!origin) return undefined;
  return [...allowedDomains, ...platformPatterns].find(one => {
    const rule = ruleOf(one);
    return (
      rule !== undefined &&
      isOfScheme(rule, origin) &&
      isOfPort(rule, origin) &&
      isOfHost(rule, origin)
    );
  });
}

/** Whether pages of an origin, as browsers name it, may use a project's keys. */
export const allowsOrigin = (cors: Cors, origin: string): boolean =>
  ruleFor(cors, origin) !== undefined;
