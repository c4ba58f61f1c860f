/** Returns the address of a server as a browser on this machine writes it. */
export function addressOf(host: string, port: number | string): string {
  const shown = ['0.0.0.0', '::'].includes(host)
    ? 'localhost'
    : host.includes(':')
      ? `[${host}]`
      : host;
  return `http://${shown}:${port}`;
}
