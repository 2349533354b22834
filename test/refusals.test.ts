import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#kit/endpoint.ts'
import { findingsOf } from '../tools/steps/refusals.ts'

it('the end of a run names what was declared and never provoked, and what was answered undeclared', () => {
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
