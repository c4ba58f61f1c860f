import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { storable } from '../../core/name.ts';

/** Hosting platforms whose subdomains a project can allow together. */
export const PlatformPattern = z.enum([
  '*.netlify.app',
  '*.vercel.app',
  '*.railway.app',
  '*.github.io',
  '*.cloudflare.pages.dev',
  '*.pages.dev',
]);
export type PlatformPattern = z.output<typeof PlatformPattern>;

/** Maximum domains per project. */
export const MAX_DOMAINS = 100;
const MAX_LENGTH = 300;

/** A pattern of origins; undefined parts are not compared, without a scheme it is one of web pages. */
export interface OriginRule {
  readonly scheme: string | undefined;
  /** Matches any subdomain of `host`, but not `host` itself. */
  readonly isWildcard: boolean;
  readonly host: string;
  readonly port: string | undefined;
}

/** Schemes of web pages in apps (Capacitor, Ionic) and of browser extensions. */
const APP_SCHEMES = ['capacitor', 'ionic', 'chrome-extension', 'moz-extension'] as const;
type AppScheme = (typeof APP_SCHEMES)[number];
export const isAppScheme = (scheme: string | undefined): scheme is AppScheme =>
  APP_SCHEMES.some(one => one === scheme);

/** The same as a part of regular expressions. */
export const APP_SCHEME = APP_SCHEMES.join('|');

/** Hosts of extensions, which are ids that the browser gives. */
const IDS: Readonly<Record<string, RegExp>> = {
  'chrome-extension': /^[a-p]{32}$/,
  'moz-extension': /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
};

const FORM = new RegExp(
  String.raw`^(?:(https?|${APP_SCHEME})://)?(\*\.)?([^\s/:@?#*\\%[\]]+|\[[\da-f:.]+\])(?::(\d{1,5}))?/?$`,
  'i',
);
const ADDRESS = /^\[|^\d+(?:\.\d+){3}$/;

/** Whether an app or extension can have a host: one, without port, and by its id if it is an extension. */
const isAppHost = (scheme: AppScheme, host: string, isWhole: boolean): boolean =>
  isWhole && (IDS[scheme]?.test(host) ?? true);

/** Parses a domain: a host with optional scheme, port and leading `*.`; undefined if invalid. */
export function parseDomain(text: string): OriginRule | undefined {
  const [, given, star, name = '', port] = FORM.exec(text.trim()) ?? [];
  const scheme = given?.toLowerCase();
  const found = URL.parse(`http://${name}`);
  const host = found?.hostname.replace(/\.$/, '') ?? '';
  const isWildcard = star !== undefined;
  if (
    host.split('.').includes('') ||
    host.length > 253 ||
    (isWildcard && ADDRESS.test(host)) ||
    (isAppScheme(scheme) && !isAppHost(scheme, host, !isWildcard && port === undefined)) ||
    (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))
  )
    return undefined;
  return {
    scheme,
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
  // A page of anybody's at Cloudflare Pages is let in by choice alone.
  platformPatterns: PlatformPattern.options.filter(one => one !== '*.pages.dev'),
};

/** The reason why pages of an origin may not use a project's keys. */
const OriginRefusal = z.enum(['null-origin', 'not-an-origin', 'trailing-dot', 'no-rule']);

/** Whether pages of an origin may use a project's keys. */
export const OriginVerdict = z
  .object({
    origin: z
      .string()
      .nullable()
      .meta({ description: 'As browsers name it; null if the text names none.' }),
    isAllowed: z.boolean(),
    rule: z.string().nullable().meta({ description: 'The domain or pattern that allows it.' }),
    isPlatform: z.boolean(),
    refusal: OriginRefusal.nullable(),
    near: z
      .array(
        z.object({
          rule: z.string(),
          differs: z.array(z.enum(['scheme', 'port', 'subdomain', 'parent'])),
        }),
      )
      .meta({
        description:
          'Rules that nearly allow it: another scheme or port, a rule of the host alone (`subdomain`), or of its subdomains alone (`parent`).',
      }),
    others: z
      .array(z.object({ origin: z.string(), isAllowed: z.boolean() }))
      .meta({ description: 'Origins like it, which browsers take as others.' }),
  })
  .meta({ id: 'OriginVerdict' });
export type OriginVerdict = z.output<typeof OriginVerdict>;

/** The text of an origin, or of an address that has one, as somebody types it. */
export const TypedOrigin = storable(z.string().trim().min(1).max(2000));
