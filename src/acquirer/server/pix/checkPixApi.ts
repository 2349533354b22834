import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { minuteMs, plus } from '#kit/clock.ts'
import type { Bank } from './bank/bank.ts'
import { isApiNotFound } from './bank/problem.ts'

const list = z.object({ parametros: z.object({}) })

/** The reason why the API's 'not found' cannot be trusted, or null: a wrong address also answers 404. */
export async function checkPixApi(bank: Bank): Promise<string | null> {
  const now = bank.settings.clock.now()
  const query = { inicio: plus(now, -minuteMs).toISOString(), fim: now.toISOString() }
  const listed = await bank.call({ method: 'GET', part: 'cob', path: '', query, share: 0.25 })
  if (listed.status !== 200 || !list.safeParse(listed.body).success)
    return `the bank answers ${listed.status ?? listed.detail} when it is asked for the charges of a minute`
  const path = `/${randomBytes(16).toString('hex')}`
  const answer = await bank.call({ method: 'GET', part: 'cob', path, share: 0.25 })
  if (isApiNotFound(answer)) return null
  return `the bank answers ${answer.status ?? answer.detail} for a charge that nobody made`
}

/** A failed check is repeated. */
export function cachedCheck(bank: Bank): () => Promise<boolean> {
  let proven = false
  return async () => {
    proven ||= (await checkPixApi(bank)) === null
    return proven
  }
}
