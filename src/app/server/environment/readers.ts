import * as z from 'zod/mini'

export const variableNotes = z.registry<{ fallback: string; meaning: string }>()

/** `fallback` and `meaning` are the row in docs/operating.md. */
function withNotes<Read extends z.ZodMiniType>(read: Read, fallback: string, meaning: string): Read {
  variableNotes.add(read, { fallback, meaning })
  return read
}

/** An empty variable counts as unset. */
const optionalVariable = () =>
  z.pipe(
    z.optional(z.string()),
    z.transform((text) => text || undefined),
  )

export function text(fallback: string, meaning: string) {
  return withNotes(optionalVariable(), fallback, meaning)
}

export function choice<const Word extends string>(words: readonly Word[], fallback: string, meaning: string) {
  return withNotes(z.pipe(optionalVariable(), z.optional(z.enum(words))), fallback, meaning)
}

/** Accepts '1', 'true', 'on' and their opposites. */
export function readBoolean(fallback: string, meaning: string) {
  const words = z.optional(z.enum(['0', '1', 'true', 'false', 'on', 'off']))
  const read = z.transform((word: z.output<typeof words>) => word && ['1', 'true', 'on'].includes(word))
  return withNotes(z.pipe(optionalVariable(), z.pipe(words, read)), fallback, meaning)
}

type WholeOptions = { readonly fallback?: string; readonly range?: readonly [least: number, most: number] }

/** A whole number, 0 or more. */
export function readInteger<Unset extends number | null>(
  unset: Unset,
  meaning: string,
  { fallback = String(unset), range: [least, most] = [0, Infinity] }: WholeOptions = {},
) {
  const read = z.transform((text: string | undefined, context): number | Unset => {
    if (text === undefined) return unset
    const number = Number(text)
    if (Number.isInteger(number) && number >= least && number <= most) return number
    const message = most === Infinity ? 'a whole number, 0 or more' : `${least} to ${most}`
    context.issues.push({ code: 'custom', message, input: text })
    return z.NEVER
  })
  return withNotes(z.pipe(optionalVariable(), read), fallback, meaning)
}

export function list<Word extends string>(known: readonly Word[], fallback: string, meaning: string) {
  const read = z.transform((text: string | undefined = '', context): Word[] => {
    const words = text.split(/[\s,]+/).filter((word) => word !== '')
    if (words.every((word) => known.some((one) => one === word)))
      return known.filter((word) => words.includes(word))
    context.issues.push({ code: 'custom', message: `of ${known.join(', ')}`, input: text })
    return z.NEVER
  })
  return withNotes(z.pipe(optionalVariable(), read), fallback, meaning)
}
