/** Formats bytes as `12,3 MB`. */
export function bytesText(bytes: number, language: string): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const unit = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(bytes / 1000 ** unit)} ${units[unit]}`;
}
