import { commonErrors, Fail } from '../../fail.ts'

type Fresh<Answer> = () => Promise<Answer>

/** A conflict carries the resource as it is then (docs/spec.md#errors). */
export async function withFresh<Result>(
  change: () => Promise<Result>,
  fresh: Fresh<{ readonly data: unknown }>,
): Promise<Result> {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof Fail) || error.fail in commonErrors) throw error
    throw new Fail(error.fail, { data: (await fresh()).data, ...error.detail })
  }
}

export async function answerChange<Answer extends { readonly data: unknown }>(
  change: () => Promise<unknown>,
  fresh: Fresh<Answer>,
): Promise<Answer> {
  await withFresh(change, fresh)
  return fresh()
}

/** As `answerChange`, with the warnings that the change answers. */
export async function answerWithWarnings<Answer extends { readonly data: unknown }>(
  change: () => Promise<readonly string[]>,
  fresh: Fresh<Answer>,
): Promise<Answer & { warnings?: string[] }> {
  const warnings = await withFresh(change, fresh)
  const answer = await fresh()
  return warnings.length === 0 ? answer : { ...answer, warnings: [...warnings] }
}
