/** The parameters that say where a thread is open: among those of its project, or with a row. */
const PLACE = ['tab', 'table', 'row'];

/** The address of a message in the place where it is open now, without filters and the like. */
export function messageAddress(
  here: string,
  { thread, message }: { readonly thread: string; readonly message: string },
): string {
  const address = new URL(here);
  const kept = PLACE.flatMap(name => {
    const value = address.searchParams.get(name);
    return value === null ? [] : [[name, value]];
  });
  address.search = new URLSearchParams([
    ...kept,
    ['thread', thread],
    ['message', message],
  ]).toString();
  return address.href;
}
