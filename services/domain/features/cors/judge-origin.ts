import { APP_SCHEME, isAppScheme, type OriginVerdict } from '@hzm/contracts/features/cors/domain';
import {
  isOfPort,
  isOfScheme,
  parseOrigin,
  ruleFor,
  ruleOf,
  type Origin,
} from './allows-origin.ts';
import type { Cors } from './cors.ts';

const MAX_NEAR = 5;
/** A port that stands for any other one. */
const OTHER_PORTS = ['8443', '3000'] as const;

const APP = new RegExp(String.raw`^(${APP_SCHEME})://([^\s/:@?#[\]\\]+)(?:[/?#].*)?$`, 'i');
const WITH_SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;
/** Addresses whose pages have no origin. */
const OPAQUE = /^(?:null$|file:|data:|about:|javascript:)/i;

/** Returns the origin of an address or origin as a browser names it; undefined if it has none. */
function originOf(text: string): string | undefined {
  const [, scheme, host] = APP.exec(text) ?? [];
  if (scheme !== undefined) return `${scheme}://${host}`.toLowerCase();
  const url = URL.parse(WITH_SCHEME.test(text) ? text : `https://${text}`);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.origin : undefined;
}

/** Returns how a rule misses an origin that it nearly allows; empty if it is about another host. */
function differences(text: string, origin: Origin): OriginVerdict['near'][number]['differs'] {
  const rule = ruleOf(text);
  if (!rule) return [];
  const isSame = origin.host === rule.host;
  const isUnder = origin.host.endsWith(`.${rule.host}`);
  if (!isSame && !isUnder) return [];
  return [
    ...(isOfScheme(rule, origin) ? [] : (['scheme'] as const)),
    ...(isOfPort(rule, origin) ? [] : (['port'] as const)),
    ...(rule.isWildcard && isSame ? (['parent'] as const) : []),
    ...(!rule.isWildcard && isUnder ? (['subdomain'] as const) : []),
  ];
}

/** Returns origins that look like this one, and that browsers take as others. */
function likeIt({ scheme, host, port }: Origin): string[] {
  if (isAppScheme(scheme)) return ['null'];
  const [other, ...ports] = [scheme === 'https' ? 'http' : 'https', ...OTHER_PORTS];
  const otherPort = ports.find(one => one !== port)!;
  return [
    new URL(`${other}://${host}`).origin,
    new URL(`${scheme}://${host}:${otherPort}`).origin,
    'null',
  ];
}

/** Judges an origin, or an address that has one, by the check that requests pass. */
export function judgeOrigin(cors: Cors, text: string): OriginVerdict {
  const refused = (refusal: NonNullable<OriginVerdict['refusal']>, origin: string | null) => ({
    origin,
    isAllowed: false,
    rule: null,
    isPlatform: false,
    refusal,
    near: [],
    others: [],
  });
  if (OPAQUE.test(text)) return refused('null-origin', 'null');
  const named = originOf(text);
  if (named === undefined) return refused('not-an-origin', null);
  const origin = parseOrigin(named);
  if (!origin) return refused(/\.(?::\d+)?$/.test(named) ? 'trailing-dot' : 'not-an-origin', named);
  const rule = ruleFor(cors, named);
  if (rule === undefined) {
    const near = [...cors.allowedDomains, ...cors.platformPatterns]
      .map(one => ({ rule: one, differs: differences(one, origin) }))
      .filter(({ differs }) => differs.length > 0);
    return { ...refused('no-rule', named), near: near.slice(0, MAX_NEAR) };
  }
  return {
    origin: named,
    isAllowed: true,
    rule,
    isPlatform: !cors.allowedDomains.includes(rule),
    refusal: null,
    near: [],
    others: likeIt(origin).map(one => ({
      origin: one,
      isAllowed: ruleFor(cors, one) !== undefined,
    })),
  };
}
