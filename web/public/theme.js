// Before the first paint: the saved colour scheme, so that a dark page never flashes white.
(() => {
  let saved = null;
  try { saved = localStorage.getItem('mantine-color-scheme-value'); } catch { /* no storage: as the system has it */ }
  const scheme = saved === 'light' || saved === 'dark' ? saved : matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const root = document.documentElement;
  root.setAttribute('data-mantine-color-scheme', scheme);
  // Paper is light.
  let shown = scheme;
  addEventListener('beforeprint', () => { shown = root.getAttribute('data-mantine-color-scheme') ?? scheme; root.setAttribute('data-mantine-color-scheme', 'light'); });
  addEventListener('afterprint', () => root.setAttribute('data-mantine-color-scheme', shown));
})();
