import { whileLoading } from '#kit/web/notice/loading.ts'
import { go, stillHere } from '#kit/web/route/routes.ts'
import type { Query } from '#kit/web/route/match.ts'
import { waitForSessionOrNull } from '#session/web/waitForSession.ts'

export async function askGuest(query: Query, ask: () => void): Promise<void> {
  const isHere = stillHere()
  const who = await whileLoading(waitForSessionOrNull())
  if (!isHere()) return
  if (who?.user) go('ticket.paymentType', { query })
  else ask()
}
