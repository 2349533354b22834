import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod/mini'
import { humanChallenge } from '#session/contract.ts'
import { PortalClient } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'

/** A browser without a screen that passed the human check. */
export async function humanClientAt(url: string): Promise<PortalClient> {
  const client = new PortalClient(url)
  const code = await humanCode(must(await client.get('/api/session/humanChallenge')).body)
  if (code !== null) must(await client.post('/api/session/humanCheck', { code }))
  return client
}

/** The solution of the portal's challenge; null when there was none. */
export async function humanCode(reply: unknown): Promise<string | null> {
  const { data } = z.parse(humanChallenge.reply, reply)
  if (!data) return null
  const challenge = { parameters: data.parameters, signature: data.signature }
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
