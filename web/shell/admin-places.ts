/** Pages of administrators, with the keys of their names. */
export const adminPlaces = [
  { to: '/admin', text: 'nav.panel' },
  { to: '/database-users', text: 'nav.people' },
  { to: '/database-projects', text: 'nav.everyProject' },
  { to: '/database-pricing', text: 'nav.pricing' },
  { to: '/database-state', text: 'nav.status' },
  { to: '/database-logs', text: 'nav.logs' },
] as const;
