import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They look at forty screens each, and a line says so. */
const long = /\/test\/e2e\/sound(BackOffice|Customer|Guest)\.test\.ts$/

/**
 * Vitest begins with what took longest the last time; in a fresh clone with the largest files. Some of the smallest last
 * longest, and begun last they would leave a core idle at the end.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ofProjects = Map.groupBy(await super.sort(files), ({ project }) => project.name)
    return [...ofProjects.values()].flatMap((ofOne) => [
      ...ofOne.filter(({ moduleId }) => long.test(moduleId)),
      ...ofOne.filter(({ moduleId }) => !long.test(moduleId)),
    ])
  }
}
