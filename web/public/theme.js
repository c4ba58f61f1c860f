// Before the first paint: the saved colour scheme, so that a dark page never flashes white; and whether somebody is signed in, in this tab or maybe in another, since pages for visitors offer other ways on.
(() => {
  const root = document.documentElement;
  let saved = null;
  try {
    saved = localStorage.getItem('mantine-color-scheme-value');
    root.toggleAttribute(
      'data-session',
      sessionStorage.getItem('hzm-session') !== null ||
        localStorage.getItem('hzm-session-shared') !== null,
    );
  } catch {
    /* no storage: as the system has it, and nobody */
  }
  const scheme =
    saved === 'light' || saved === 'dark'
      ? saved
      : matchMedia('(prefers-color-scheme: dark)').matches
        ? 'dark'
        : 'light';
  root.setAttribute('data-mantine-color-scheme', scheme);
  // Paper is light.
  let shown = scheme;
  addEventListener('beforeprint', () => {
    shown = root.getAttribute('data-mantine-color-scheme') ?? scheme;
    root.setAttribute('data-mantine-color-scheme', 'light');
  });
  addEventListener('afterprint', () => root.setAttribute('data-mantine-color-scheme', shown));
})();
