import { readJson } from '../pix/api/readJson.ts'
import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

const merchant = z.object({
  EstablishmentCode: z.string().check(z.regex(/^\d{10}$/)),
  MerchantName: z.string().check(z.minLength(1), z.maxLength(25)),
  MCC: z.string().check(z.regex(/^\d{4}$/)),
})

/** One token per page load. */
type Tokens = {
  /** `POST /v2/auth/token`. */
  issue(request: FastifyRequest, reply: FastifyReply): unknown
  /** False unless the bearer's token is valid and unused. */
  begin(request: FastifyRequest): boolean
}

/** Null accepts any client. */
export type ThreeDsClient = {
  readonly clientId: string
  readonly clientSecret: string
  readonly establishment: string
}

/** The error for an unknown shop was not recorded: here it names the field. */
export function openTokens(known: ThreeDsClient | null): Tokens {
  const unused = new Set<string>()
  return {
    issue(request, reply) {
      if (!/^Basic [a-z0-9+/]+=*$/i.test(request.headers.authorization ?? '')) return reply.code(401).send('')
      if (known && request.headers.authorization !== basicOf(known)) return reply.code(401).send('')
      if (!request.headers['content-type']?.startsWith('application/json')) return reply.code(415).send('')
      const read = merchant.safeParse(readJson(request.body))
      if (!read.success) {
        const wrong = read.error.issues.map(({ path }) => ({
          Code: String(path[0] ?? 'Request'),
          Message: 'Invalid value',
        }))
        return reply.code(400).send(wrong)
      }
      if (known && read.data.EstablishmentCode !== known.establishment)
        return reply.code(400).send([{ Code: 'EstablishmentCode', Message: 'Invalid value' }])
      const token = randomUUID()
      unused.add(token)
      return reply.code(201).send({ access_token: token, token_type: 'bearer', expires_in: 1200 })
    },
    begin: (request) => unused.delete(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''),
  }
}

const basicOf = ({ clientId, clientSecret }: ThreeDsClient) =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
