/** The project of each request: its id, and its name in lower case. */
export interface About {
  readonly projectId: string;
  readonly projectName: string;
}

/** Returns the request of a monitoring call about a project. */
export const bodyOf = <Body extends object>({ projectId, projectName }: About, body: Body) => ({
  body: { project_id: projectId, projectName, ...body },
});
