import * as z from 'zod/mini'

// What moves money must be readable, in any type; what only describes counts as absent when null or of
// another format.

export const textOrNumber = z.nullish(z.pipe(z.union([z.string(), z.number()]), z.transform(String)))

export const wholeNumber = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^-?\d{1,15}$/))]),
  z.transform(Number),
)

export function nullIfInvalid<Read extends z.ZodMiniType>(read: Read) {
  return z.catch(z.nullish(read), null)
}
