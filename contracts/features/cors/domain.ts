import * as z from 'zod';
import { Instant } from '../../core/call.ts';

/** Hosting platforms whose subdomains are allowed in every project until switched off. */
export const PlatformPattern = z.enum([
  '*.netlify.app',
  '*.vercel.app',
  '*.railway.app',
  '*.github.io',
  '*.cloudflare.pages.dev',
]);
export type PlatformPattern = z.output<typeof PlatformPattern>;

/** Maximum domains per project. */
export const MAX_DOMAINS = 100;
const MAX_LENGTH = 300;

/** A pattern of origins; undefined parts are not compared. */
export interface OriginRule {
  readonly scheme: string | undefined;
  /** Matches any subdomain of `host`, but not `host` itself. */
  readonly isWildcard: boolean;
  readonly host: string;
  readonly port: string | undefined;
}

const FORM = /^(?:(https?):\/\/)?(\*\.)?([^\s/:@?#*\\%[\]]+|\[[\da-f:.]+\])(?::(\d{1,5}))?\/?$/i;
const ADDRESS = /^\[|^\d+(?:\.\d+){3}$/;

/** Parses a domain: a host with optional scheme, port and leading `*.`; undefined if invalid. */
export function parseDomain(text: string): OriginRule | undefined {
  const [, scheme, star, name = '', port] = FORM.exec(text.trim()) ?? [];
  const found = URL.parse(`http://${name}`);
  const host = found?.hostname.replace(/\.$/, '') ?? '';
  const isWildcard = star !== undefined;
  if (
    host.split('.').includes('') ||
    host.length > 253 ||
    (isWildcard && ADDRESS.test(host)) ||
    (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))
  )
    return undefined;
  return {
    scheme: scheme?.toLowerCase(),
    isWildcard,
    host,
    port: port === undefined ? undefined : String(Number(port)),
  };
}

/** Formats a rule in its only stored form. */
export const domainText = ({ scheme, isWildcard, host, port }: OriginRule): string =>
  `${scheme === undefined ? '' : `${scheme}://`}${isWildcard ? '*.' : ''}${host}${port === undefined ? '' : `:${port}`}`;

/** A domain in its stored form. */
export const CorsDomain = z
  .string()
  .trim()
  .min(1, { error: 'cors-domain-empty', abort: true })
  .max(MAX_LENGTH, { error: 'cors-domain-invalid', abort: true })
  .refine(text => parseDomain(text) !== undefined, 'cors-domain-invalid')
  .overwrite(text => {
    const rule = parseDomain(text);
    return rule ? domainText(rule) : text;
  });

/**
 * Origins that may use a project's keys, besides the server's own. `lastUpdated` is null before the
 * first change.
 */
export const CorsSettings = z
  .object({
    allowedDomains: z.array(z.string()),
    platformPatterns: z.array(PlatformPattern),
    lastUpdated: Instant.nullable(),
  })
  .meta({ id: 'CorsSettings' });
export type CorsSettings = z.output<typeof CorsSettings>;

export const defaultCors: Pick<CorsSettings, 'allowedDomains' | 'platformPatterns'> = {
  allowedDomains: [],
  platformPatterns: PlatformPattern.options,
};
