// Before the first paint: the saved colour scheme, so that a dark page never flashes white.
(() => {
  let saved = null;
  try { saved = localStorage.getItem('mantine-color-scheme-value'); } catch { /* no storage: as the system has it */ }
  const scheme = saved === 'light' || saved === 'dark' ? saved : matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
