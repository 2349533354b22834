import * as z from 'zod/mini'

/** '1', 'true', 'on' or their opposites; undefined if unset. */
export const flag = z.pipe(
  z.optional(z.enum(['0', '1', 'true', 'false', 'on', 'off'])),
  z.transform((text) => (text === undefined ? undefined : text === '1' || text === 'true' || text === 'on')),
)
export const whole = <Fallback extends number | null>(fallback: Fallback) =>
  z.pipe(
    z.optional(z.string()),
    z.transform((text, context): number | Fallback => {
      if (text === undefined || text === '') return fallback
      const number = Number(text)
      if (Number.isInteger(number) && number >= 0) return number
      context.issues.push({ code: 'custom', message: 'a whole number, 0 or more', input: text })
      return z.NEVER
    }),
  )
export const text = z.pipe(
  z.optional(z.string()),
  z.transform((value) => (value === '' ? undefined : value)),
)

export const list = <Word extends string>(known: readonly Word[]) =>
  z.pipe(
    z.optional(z.string()),
    z.transform((given = '', context): Word[] => {
      const words = given.split(/[\s,]+/).filter((word) => word !== '')
      const found = known.filter((word) => words.includes(word))
      if (words.every((word) => known.some((one) => one === word))) return found
      context.issues.push({ code: 'custom', message: `of ${known.join(', ')}`, input: given })
      return z.NEVER
    }),
  )

/** A rule is broken, with the text that says what to do. */
type Rules = readonly (readonly [isBroken: boolean, text: string])[]

export function brokenOf(rules: Rules): string[] {
  return rules.filter(([isBroken]) => isBroken).map(([, text]) => text)
}

export function isHttps(address: string | null): boolean {
  return address !== null && URL.parse(address)?.protocol === 'https:'
}

/** The columns of a variable's row in docs/operating.md. */
export const notes = z.registry<{ fallback: string; meaning: string }>()

export function variable<Read extends z.ZodMiniType>(read: Read, fallback: string, meaning: string): Read {
  const reader = read.clone()
  notes.add(reader, { fallback, meaning })
  return reader
}
