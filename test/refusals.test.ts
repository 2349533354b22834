import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as core from 'zod/v4/core'
import { contracts } from '#app/modules.ts'
import type { Endpoint } from '#kit/endpoint.ts'
import { Fail } from '#kit/fail.ts'
import { fieldTexts } from '#kit/fields.ts'
import { parseOrInvalid } from '#kit/server/http/mount.ts'
import { findingsOf } from '../tools/steps/refusals.ts'

it('the report at the end of a run names refusals that no test provoked, and undeclared ones', () => {
  const endpoint: Endpoint = {
    method: 'POST',
    path: '/pay',
    access: 'anyone',
    summary: 'Pays.',
    reply: z.object({}),
    errors: { sold_out: 409 },
  }
  expect(findingsOf(['POST /pay sold_out', 'POST /pay invalid', 'POST /other x'], [endpoint])).toEqual([])
  expect(findingsOf(['POST /pay not_found'], [endpoint])).toEqual([
    'FAILED [refusals] POST /pay sold_out is declared, and no test provokes it',
    'FAILED [refusals] POST /pay not_found was answered, and openapi.json lacks it',
  ])
})

it('a body field with a value of another type is not reported as missing', () => {
  const wrong = [{}, [], { a: 1 }, ['x'], 7, true, 'x', false]
  const bodies = Object.entries<Endpoint>(contracts).flatMap(([name, { body }]) =>
    body ? [{ name, body, fields: fieldsOf(body) }] : [],
  )
  const found = bodies.flatMap(({ name, body, fields }) =>
    fields.flatMap((field) =>
      wrong
        .filter((value) => textsOf(body, field, value).includes(fieldTexts.required))
        .map((value) => `${name} ${field.join('.')} ${JSON.stringify(value)}`),
    ),
  )
  expect(found).toEqual([])
  expect(bodies.flatMap(({ fields }) => fields).length).toBeGreaterThan(250)
})

/** The paths of all fields, '0' for an array's element. */
function fieldsOf(type: core.$ZodType, at: readonly string[] = []): (readonly string[])[] {
  if (type instanceof core.$ZodObject)
    return Object.entries(type._zod.def.shape).flatMap(([name, inner]) => [
      [...at, name],
      ...fieldsOf(inner, [...at, name]),
    ])
  if (type instanceof core.$ZodArray) return [[...at, '0'], ...fieldsOf(type._zod.def.element, [...at, '0'])]
  if (type instanceof core.$ZodUnion) return type._zod.def.options.flatMap((option) => fieldsOf(option, at))
  if (type instanceof core.$ZodPipe) return fieldsOf(type._zod.def.in, at)
  if (type instanceof core.$ZodOptional || type instanceof core.$ZodNullable)
    return fieldsOf(type._zod.def.innerType, at)
  return []
}

/** The texts for the field, in a request with nothing else. */
function textsOf(body: z.ZodMiniType, field: readonly string[], value: unknown): readonly string[] {
  const sent = field.reduceRight<unknown>(
    (inner, name) => (name === '0' ? [inner] : { [name]: inner }),
    value,
  )
  try {
    parseOrInvalid(body, sent)
    return []
  } catch (failure) {
    if (!(failure instanceof Fail)) throw failure
    return failure.detail.errors?.[field.join('.')] ?? []
  }
}
