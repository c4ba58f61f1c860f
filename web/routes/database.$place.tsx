import { createFileRoute, redirect } from '@tanstack/react-router';

/** The other names of the administrators' screens: `/database/state` is `/database-state`. */
export const Route = createFileRoute('/database/$place')({
  beforeLoad: ({ params: { place } }) => {
    throw redirect({ to: `/database-${place}` as '/database-state', replace: true });
  },
});
