import { commonErrors, Fail } from '../../fail.ts'

type Fresh<Answer> = () => Promise<Answer>

/** Makes a change; a conflict carries the thing as it is then (docs/spec.md#errors). */
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

/** Makes a change and answers the thing as it is then, as data of a conflict, too. */
export async function answerChange<Answer extends { readonly data: unknown }>(
  change: () => Promise<unknown>,
  fresh: Fresh<Answer>,
): Promise<Answer> {
  await withFresh(change, fresh)
  return fresh()
}
