import type { FilePart, ProjectPart } from '../../portfolio/project-part.ts';
import { endpointsPart } from '../custom-endpoints/project-part.ts';
import { savedViewsPart } from '../saved-views/project-part.ts';
import { tablesPart } from '../tables/project-part.ts';
import { widgetsPart } from '../widgets/project-part.ts';

/** The parts of a project that its test environment begins with, in the order of copying. */
export const projectParts: readonly ProjectPart[] = [
  tablesPart,
  endpointsPart,
  widgetsPart,
  savedViewsPart,
];

/** The parts of a project in export files, in the order of writing. */
export const fileParts: readonly FilePart[] = projectParts.flatMap(({ file }) => file ?? []);

/** The streams that a project may have before anybody can see it. */
export const unfinishedStreams = (projectId: string): readonly string[] =>
  projectParts.map(part => part.streamOf(projectId));
