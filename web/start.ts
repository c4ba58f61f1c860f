import { holdEarly } from './lib/early.ts';
import { madePage } from './lib/made-page.ts';

/*
 * The first of our code. A page that was made ahead says all it has to say without the application,
 * which begins when the reader
 * reaches for something; every other address needs it at once.
 */
const root = document.getElementById('root')!;
const page = madePage(root);
const isRead = page !== undefined && !document.documentElement.hasAttribute('data-session');
const reaching = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin'] as const;
const release = page && holdEarly(root);

const reach = (): void => void begin();

let begun = false;
async function begin(): Promise<void> {
  if (begun) return;
  begun = true;
  for (const event of reaching) removeEventListener(event, reach);
  // The build gives every component its own styles; the development server does not.
  if (import.meta.env.DEV) await import('@mantine/core/styles.layer.css');
  const app = await import('./main.tsx');
  await app.begin(root, page, release);
}

// Code that a form needs next is fetched after everything that is read now.
addEventListener('load', () => {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-then]'))
    link.rel = link.dataset['then']!;
});

if (isRead) for (const event of reaching) addEventListener(event, reach, { passive: true });
else void begin();
