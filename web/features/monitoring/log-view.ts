/** The filters of the installation's request log in the address; one excludes the other. */
export interface LogView {
  readonly project?: string;
  /** The account that the requests count for. */
  readonly account?: string;
}

const isId = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Reads the filters of an address. */
export const logViewOf = ({ project, account }: Record<string, unknown>): LogView =>
  isId(project) ? { project } : isId(account) ? { account } : {};
