import * as z from 'zod/mini'
import { text } from '#kit/fields.ts'
import { authenticationResults } from '../method/authenticationOutcomes.ts'

const evidence = z.nullish(text().check(z.maxLength(200), z.regex(/^[\x21-\x7e]*$/)))

export const authentication = z.object({
  result: z._default(z.enum(authenticationResults), 'success'),
  cavv: evidence,
  xid: evidence,
  eci: evidence,
  version: evidence,
  reference_id: evidence,
})
