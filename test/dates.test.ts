import { expect, it } from 'vitest'
import * as core from 'zod/v4/core'
import { contracts } from '#app/modules.ts'
import type { Endpoint } from '#kit/endpoint.ts'

const accepts = (schema: core.$ZodType, text: string) => core.safeParse(schema, text).success

/** Fields of a request that accept this day and no day of month 13. */
function dateFields(time: string): { name: string; schema: core.$ZodType }[] {
  return Object.entries<Endpoint>(contracts)
    .filter(([, { access }]) => access !== 'device' && access !== 'outside')
    .flatMap(([name, { params, query, body }]) =>
      [params, query, body].flatMap((part) =>
        part instanceof core.$ZodObject
          ? Object.entries<core.$ZodType>(part._zod.def.shape).map(([field, schema]) => ({
              name: `${name} ${field}`,
              schema,
            }))
          : [],
      ),
    )
    .filter(({ schema }) => accepts(schema, `2026-03-10${time}`) && !accepts(schema, `2026-13-10${time}`))
}

it.each(['', 'T12:00:00Z', 'T12:00:00-03:00'])('every date%s of a request is of 1900 to 2199', (time) => {
  const fields = dateFields(time)
  expect(fields.length).toBeGreaterThan(10)
  const wrong = fields.flatMap(({ name, schema }) => [
    ...['1900-01-01', '2199-12-31'].filter((day) => !accepts(schema, day + time)),
    ...['0000-01-01', '0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31']
      .filter((day) => accepts(schema, day + time))
      .map((day) => `${name} ${day}`),
  ])
  expect(wrong).toEqual([])
})
