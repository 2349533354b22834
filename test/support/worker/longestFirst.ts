import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files whose single lines check forty screens each. */
const long = /\/test\/e2e\/sound(BackOffice|Customer|Guest)\.test\.ts$/

/**
 * Starts with the files that took longest the last time; in a fresh clone with the largest. Started last, a long one
 * would leave a core idle at the end.
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
