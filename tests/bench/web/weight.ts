import type { Browser } from 'playwright';

/** Transfer size of one screen, in bytes: compressed headers and bodies. */
export interface Weight {
  readonly fonts: number;
  readonly rest: number;
  /** Transferred URLs. */
  readonly addresses: readonly string[];
}

/**
 * Loads an address without a cache until it is idle. @param session of the signed-in person, as a
 * tab stores it
 */
export async function weigh(browser: Browser, address: string, session?: object): Promise<Weight> {
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
  const weight = { fonts: 0, rest: 0, addresses: [] as string[] };
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (encodedDataLength === 0) return;
    const url = urls.get(requestId) ?? '';
    weight[url.endsWith('.woff2') ? 'fonts' : 'rest'] += encodedDataLength;
    weight.addresses.push(url);
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await context.close();
  return weight;
}
