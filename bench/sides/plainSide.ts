import { readFileSync } from 'node:fs'
import { queryOnce } from '../machine/queryOnce.ts'
import { browser } from './browser.ts'
import { startChild } from './child.ts'
import { waitUntilNoneDue } from './dueJobs.ts'
import type { OutsideUrls } from './portalSide.ts'
import { openPurchase, purchaseOf } from './purchase.ts'
import { of, type PurchaseSide } from './sides.ts'
import { type TicketCounts, unpaidCodes, usualCounts } from './ticketCounts.ts'

/** Straightforward Fastify, zod and pg with the portal's records: what a purchase costs without any cleverness. */
export async function plainSide(
  databaseUrl: string,
  { acquirerUrl, smtpUrl }: OutsideUrls,
  stock: TicketCounts = usualCounts,
): Promise<PurchaseSide> {
  await queryOnce(databaseUrl, readFileSync(new URL('plain/tables.sql', import.meta.url), 'utf8'))
  await queryOnce(databaseUrl, unpaidTickets(stock))
  const env = { DATABASE_URL: databaseUrl, ACQUIRER_URL: acquirerUrl, SMTP_URL: smtpUrl }
  const child = await startChild('plain/main.ts', env, [
    '--max-semi-space-size=16',
    '--max-old-space-size=512',
  ])
  const fresh = unpaidCodes(stock)
  const begin = async () => purchaseOf((await browser(child.url)).post, fresh())
  return {
    ...of('plain', databaseUrl, child),
    begin,
    purchase: async () => (await openPurchase(await begin()))(),
    settle: () => waitUntilNoneDue(databaseUrl, child.pid),
  }
}

const unpaidTickets = (stock: TicketCounts) => `
  insert into ticket (code, lot_id, tariff_id, gate, entered_at, created_at)
    select '9' || lpad(n::text, 12, '0'), 1, 1, 'E1', now() - interval '130 minutes', now() - interval '130 minutes'
    from generate_series(1, ${stock.looked + stock.paid}) n;
  analyze ticket`
