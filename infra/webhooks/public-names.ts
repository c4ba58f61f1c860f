import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

const TIMEOUT_MS = 2_000;

interface Options {
  readonly servers?: readonly string[];
  readonly timeoutMs?: number;
}

/**
 * Returns a look-up of names in the public DNS. The look-up of the operating system holds one of a
 * few threads, so that name servers that never answer would delay every other one.
 */
export function publicNames({ servers, timeoutMs = TIMEOUT_MS }: Options = {}) {
  return async (name: string): Promise<readonly LookupAddress[]> => {
    // A resolver keeps the name servers that the machine had when it was made.
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
    if (servers) resolver.setServers(servers);
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return found.flatMap((result, at) =>
      result.status === 'rejected'
        ? []
        : result.value.map(address => ({ address, family: at === 0 ? 4 : 6 })),
    );
  };
}
