import * as z from 'zod/mini'

// Fields that move money must be readable; fields that only describe count as absent when invalid.

export const textOrNumber = z.nullish(z.pipe(z.union([z.string(), z.number()]), z.transform(String)))

export const numberOrDigits = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^-?\d{1,15}$/))]),
  z.transform(Number),
)

export function nullIfInvalid<Read extends z.ZodMiniType>(read: Read) {
  return z.catch(z.nullish(read), null)
}
