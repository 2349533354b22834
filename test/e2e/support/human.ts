import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod/mini'
import { humanChallenge } from '#session/contract.ts'
import { PortalClient } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'

/** A browser without a screen that passed the human check. */
export async function humanClientAt(url: string): Promise<PortalClient> {
  const client = new PortalClient(url)
  const reply = z.parse(humanChallenge.reply, must(await client.get('/api/session/humanChallenge')).body)
  if (!reply.data) return client
  const challenge = { parameters: reply.data.parameters, signature: reply.data.signature }
  const solution = await solveChallenge({ challenge, deriveKey })
  const code = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  must(await client.post('/api/session/humanCheck', { code }))
  return client
}
