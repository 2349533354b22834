import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import * as z from 'zod/mini'

/** Validates a form by a schema; the first error of each field is shown. */
export function schemaResolver<T extends FieldValues>(schema: z.ZodMiniType): Resolver<T> {
  return (values) => {
    const judged = z.safeParse(schema, values)
    const first = new Map<string, { type: string; message: string }>()
    for (const issue of judged.error?.issues ?? []) {
      const name = String(issue.path[0] ?? 'root')
      if (!first.has(name)) first.set(name, { type: issue.code ?? 'invalid', message: issue.message })
    }
    const errors = Object.fromEntries(first)
    if (judged.success || !areErrorsOf<T>(errors)) return { values, errors: {} }
    return { values: {}, errors }
  }
}

function areErrorsOf<T extends FieldValues>(errors: object): errors is FieldErrors<T> {
  return Object.keys(errors).length > 0
}
