import * as z from 'zod/mini'
import { endpoint } from '#kit/endpoint.ts'
import { text } from '#kit/fields.ts'

/** Of a file of ours, never of a person. */
const place = text().check(z.regex(/^[\w.:/-]{1,100}$/, 'Valor inválido.'))

/** `screen` is a route's name, which `recordClientError` checks (docs/spec.md#r49). */
export const reportClientError = endpoint('POST', '/api/client_error', 'anyone', {
  summary:
    'Writes to the log where in the page an error of its own happened; over 5 a session and minute nothing.',
  body: z.object({ screen: text(), release: place, place }),
  status: 204,
  reply: z.undefined(),
})
