import * as z from 'zod/mini'

// One policy for what acquirers and banks answer: what moves money must be readable, in any type it may come in; what
// only describes counts as absent when it is null or has another format.

/** A text; numbers are written out. */
export const text = z.nullish(z.pipe(z.union([z.string(), z.number()]), z.transform(String)))

/** A whole number, also as a text. */
export const whole = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^-?\d{1,15}$/))]),
  z.transform(Number),
)

/** An undocumented format of an optional field counts as absent. */
export function aside<Read extends z.ZodMiniType>(read: Read) {
  return z.catch(z.nullish(read), null)
}
