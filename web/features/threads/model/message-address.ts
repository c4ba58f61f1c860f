/** Search parameters of the place where a thread is open: its project's threads, or its row. */
const PLACE = ['tab', 'table', 'row'];

/** Returns the link of a message in its current place, without filters. */
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
