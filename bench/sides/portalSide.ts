import { setTimeout as wait } from 'node:timers/promises'
import { browser, type OnCall } from './browser.ts'
import { type Child, startChild } from './child.ts'
import { cpuMs } from '../machine/meter.ts'
import { maxWaitMs, waitUntilNoneDue } from './dueJobs.ts'
import { openPurchase, purchaseOf } from './purchase.ts'
import { type LookUpSide, of, type PurchaseSide } from './sides.ts'
import { randomCode, type TicketCounts, unpaidCodes, usualCounts } from './ticketCounts.ts'

/** The portal can also look up one ticket, and open a transaction now and pay it later, each call recorded. */
export type PortalSide = LookUpSide &
  PurchaseSide & {
    url: string
    look(code: string): Promise<unknown>
    open(onCall?: OnCall): Promise<() => Promise<void>>
  }

export type OutsideUrls = { acquirerUrl: string; smtpUrl: string; dataDir: string }

/** One process on PostgreSQL, or on the embedded database under `dataDir` where `databaseUrl` is null. */
export async function portalSide(
  databaseUrl: string | null,
  outside: OutsideUrls,
  stock = usualCounts,
): Promise<PortalSide> {
  const child = await startPortal(databaseUrl, outside, stock)
  const browse = async (onCall?: OnCall) => (await browser(child.url, onCall)).post
  const clients = await Promise.all(Array.from({ length: 64 }, () => browse()))
  const fresh = unpaidCodes(stock)
  let looks = 0
  const look = async (code: string) =>
    clients[(looks += 1) % clients.length]?.('/api/tk_ticket/read', { code })
  const begin = async (onCall?: OnCall) => purchaseOf(await browse(onCall), fresh())
  const open = async (onCall?: OnCall) => openPurchase(await begin(onCall))
  return {
    ...of(databaseUrl === null ? 'embedded' : 'portal', databaseUrl, child),
    url: child.url,
    lookUp: () => look(randomCode(stock)),
    look,
    begin,
    open,
    purchase: async () => (await open())(),
    settle: () => (databaseUrl === null ? idle(child.pid) : waitUntilNoneDue(databaseUrl, child.pid)),
  }
}

function startPortal(databaseUrl: string | null, outside: OutsideUrls, stock: TicketCounts): Promise<Child> {
  const env = {
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    DATA_DIR: outside.dataDir,
    ACQUIRER_URL: outside.acquirerUrl,
    SMTP_URL: outside.smtpUrl,
    CAPTCHA: 'off',
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'info',
    BENCH_FILL: portalTickets(1, stock.looked + stock.paid),
  }
  // The flags of `npm start` and of the systemd unit.
  return startChild('portal.ts', env, ['--max-semi-space-size=16', '--max-old-space-size=512'])
}

/** Inserts cars that entered the first lot 130 minutes ago, from the n-th to the n-th, in two statements. */
export const portalTickets = (from: number, to: number) => `
  insert into ticket (code, lot_id, tariff_id, gate, entered_at, created_at)
    select '9' || lpad(n::text, 12, '0'), 1, (select tariff_id from ticket where lot_id = 1 limit 1), 'E1',
      now() - interval '130 minutes', now() - interval '130 minutes'
    from generate_series(${from}, ${to}) n;
  analyze ticket`

/**
 * No other process can query the embedded database: waits until the process was idle for a second. Answers its processor
 * time (ms) before that second.
 */
async function idle(pid: number): Promise<number> {
  const deadline = performance.now() + maxWaitMs
  for (let before = cpuMs(pid); ;) {
    await wait(1000)
    const now = cpuMs(pid)
    if (now - before <= 50) return before
    if (performance.now() > deadline) throw new Error('the process is never idle')
    before = now
  }
}
