/** Tools of every signed-in person, with the keys of their names. */
export const toolPlaces = [
  { to: '/math-calculator', text: 'nav.math' },
  { to: '/api-test', text: 'nav.apiTest' },
] as const;
