/** The part of the request log that a screen shows. */
export interface About {
  /** Absent for the whole installation. */
  readonly projectId?: string | undefined;
  /** In lower case. */
  readonly projectName?: string | undefined;
  /** The account that the requests of the installation count for. */
  readonly account?: string | undefined;
}

/** Returns the request of a monitoring call about a part of the log. */
export const bodyOf = <Body extends object>(
  { projectId, projectName, account }: About,
  body: Body,
) => ({
  body: {
    ...(projectId !== undefined && { project_id: projectId }),
    ...(projectName !== undefined && { projectName }),
    ...(account !== undefined && { account }),
    ...body,
  },
});
