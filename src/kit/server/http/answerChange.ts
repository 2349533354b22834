import { commonErrors, Fail } from '../../fail.ts'

type ReadCurrent<Answer> = () => Promise<Answer>

/** Adds the current resource to a conflict (docs/spec.md#errors). */
export async function withCurrentOnConflict<Result>(
  change: () => Promise<Result>,
  fresh: ReadCurrent<{ readonly data: unknown }>,
): Promise<Result> {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof Fail) || error.failName in commonErrors) throw error
    throw new Fail(error.failName, { data: (await fresh()).data, ...error.detail })
  }
}

export async function answerChange<Answer extends { readonly data: unknown }>(
  change: () => Promise<unknown>,
  fresh: ReadCurrent<Answer>,
): Promise<Answer> {
  await withCurrentOnConflict(change, fresh)
  return fresh()
}

export async function answerWithWarnings<Answer extends { readonly data: unknown }>(
  change: () => Promise<readonly string[]>,
  fresh: ReadCurrent<Answer>,
): Promise<Answer & { warnings?: string[] }> {
  const warnings = await withCurrentOnConflict(change, fresh)
  const answer = await fresh()
  return warnings.length === 0 ? answer : { ...answer, warnings: [...warnings] }
}
