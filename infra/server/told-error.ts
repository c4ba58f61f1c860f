import { pino } from 'pino';

/**
 * Returns what the log tells of an error. All else that drivers keep on one may hold what people
 * wrote: MongoDB's has the documents of a refused write.
 */
export function toldError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { type, message, stack, code } = pino.stdSerializers.err(error);
  return { type, message, stack, ...(code !== undefined && { code: code as unknown }) };
}
