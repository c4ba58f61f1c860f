import type { Browser } from 'playwright';

/** Transfer size of one screen, in bytes: compressed headers and bodies. */
export interface Weight {
  readonly fonts: number;
  readonly rest: number;
  /** Transferred URLs. */
  readonly addresses: readonly string[];
}

/**
 * Loads an address without a cache until it is idle.
 * @param session of the signed-in person, as a tab stores it
 * @param awaited the path of an answer that the screen is not complete without: a busy host may be
 * idle before it is asked for
 */
export async function weigh(
  browser: Browser,
  address: string,
  session?: object,
  awaited?: string,
): Promise<Weight> {
  const context = await browser.newContext({ locale: 'tr-TR' });
  if (session)
    await context.addInitScript(
      kept => sessionStorage.setItem('hzm-session', kept),
      JSON.stringify(session),
    );
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  const urls = new Map<string, string>();
  const answered = Promise.withResolvers<void>();
  const weight = { fonts: 0, rest: 0, addresses: [] as string[] };
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (encodedDataLength === 0) return;
    const url = urls.get(requestId) ?? '';
    weight[url.endsWith('.woff2') ? 'fonts' : 'rest'] += encodedDataLength;
    weight.addresses.push(url);
    if (awaited !== undefined && URL.parse(url)?.pathname === awaited) answered.resolve();
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  if (awaited !== undefined) await answered.promise;
  await context.close();
  return weight;
}
