import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, needs } from '../run/needs.ts';
import { house, type Person } from './harness.ts';

/** Texts from right to left that nothing keeps apart from the direction of the screen. */
const turned = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const rtl = /[\u0590-\u08ff]/;
    const isApart = (element: Element | null): boolean => {
      for (let at = element; at && at !== document.body; at = at.parentElement)
        if (at.matches('[dir=auto], bdi') || getComputedStyle(at).unicodeBidi === 'plaintext')
          return true;
      return false;
    };
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const element = text.parentElement!;
      if (!rtl.test(text.data) || element.closest('script, style, code, pre')) continue;
      const rest = text.data.replace(/\u2068.*?\u2069/gu, '');
      const isSentence = /\p{Script=Latin}{2}/u.test(rest);
      if (!rtl.test(rest) || (isApart(element) && !isSentence)) continue;
      found.push(`${text.data} in ${element.outerHTML.slice(0, 120)}`);
    }
    for (const input of document.querySelectorAll<HTMLInputElement>('input, textarea'))
      if (rtl.test(input.value) && !isApart(input)) found.push(`${input.value} in an input`);
    return found;
  });

describe('what people wrote from right to left', needs(chromium), () => {
  const home = house();
  let noa: Person;
  let table: string;
  let widget: string;
  let thread: string;
  let endpoint: string;
  const put = (path: string, body: object) => home.ask('PUT', path, body, noa.token);
  beforeAll(async () => {
    noa = await home.register('נועה כהן');
    await put(`/projects/${noa.projectId}`, { name: 'מחסן ראשי', description: 'כל המוצרים' });
    table = await home.table(noa, 'מוצרים', { שם: 'string', מחיר: 'number' }, [
      { שם: 'תה ירוק', מחיר: 5 },
    ]);
    endpoint = await home.endpoint(noa, table);
    widget = await home.widget(noa, table);
    await put(`/projects/${noa.projectId}/widgets/${widget}`, { name: 'טבלת מוצרים' }).catch(
      () => undefined,
    );
    await home.ask(
      'POST',
      `/endpoint-requests/project/${noa.projectId}`,
      { endpoint_name: 'סיכום מלאי', description: 'סכום המלאי לפי מחסן' },
      noa.token,
    );
    ({ id: thread } = await home.ask<{ id: string }>(
      'POST',
      '/threads',
      {
        project_id: noa.projectId,
        title: 'דוח מלאי',
        initialMessage: 'הסכום שגוי',
        tags: ['דחוף'],
      },
      noa.token,
    ));
    await home.ask(
      'POST',
      `/api-keys/project/${noa.projectId}`,
      { name: 'מפתח נוסף', permissions: ['read'] },
      noa.token,
    );
    await home.ask(
      'POST',
      '/pricing/plans',
      { name: 'תוכנית צוות', price: 10, features: ['תמיכה'] },
      noa.token,
    );
  });

  it('stands in its own direction on every screen', async () => {
    const page = await home.visitAs(noa, '/dashboard');
    const project = `/projects/${noa.projectId}`;
    const screens = [
      '/dashboard',
      '/projects',
      project,
      `${project}?table=${table}`,
      `${project}?tab=members`,
      `${project}?tab=api`,
      `${project}?tab=settings`,
      `${project}/data?table=${table}`,
      `${project}/history`,
      `${project}/endpoints`,
      `${project}/endpoints/${endpoint}`,
      `${project}/widgets`,
      `/widgets/${widget}/data`,
      `${project}/endpoint-requests`,
      `${project}/endpoint-requests?tab=chat&thread=${thread}`,
      '/chat',
      '/account',
      '/upgrade',
      '/database-users',
      '/database-projects',
      '/database-pricing',
      '/admin',
    ];
    const all: string[] = [];
    for (const screen of screens) {
      await page.goto(screen);
      await page.waitForLoadState('networkidle');
      all.push(...(await turned(page)).map(text => `${screen.replace(project, '')}: ${text}`));
    }
    expect(all).toEqual([]);
  });
});
