import type { Browser } from 'playwright';

/**
 * What came over the wire for one screen, in bytes: headers and bodies as they were sent, packed.
 */
export interface Weight {
  readonly fonts: number;
  readonly rest: number;
  /** What came. */
  readonly addresses: readonly string[];
}

/**
 * Loads an address with nothing kept from before, until it has been still for a while. @param
 * session of who is signed in, as the application keeps it for a tab
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
