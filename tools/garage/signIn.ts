import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod/mini'
import { type BrowserClient, browserClient } from './clients.ts'

export type Login = { email: string; password: string }

const anything = z.object({})
const challengeReply = z.object({
  data: z.nullable(
    z.object({
      parameters: z.looseObject({
        algorithm: z.string(),
        nonce: z.string(),
        salt: z.string(),
        cost: z.number(),
        keyLength: z.number(),
        keyPrefix: z.string(),
      }),
      signature: z.string(),
    }),
  ),
})

/** Solves the human check of the session. */
export async function proveHuman(client: BrowserClient): Promise<void> {
  const { data: challenge } = await client.get('/api/session/humanChallenge', challengeReply)
  if (!challenge) return
  const solution = await solveChallenge({ challenge, deriveKey })
  const code = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  await client.post('/api/session/humanCheck', { code }, anything)
}

/** A browser in which the person is signed in. */
export async function signIn(url: string, { email, password }: Login): Promise<BrowserClient> {
  const client = browserClient(url)
  await client.get('/sanctum/csrf-cookie', anything)
  await proveHuman(client)
  await client.post('/auth/login', { username: email, password }, anything)
  return client
}
