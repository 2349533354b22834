import { setTimeout as wait } from 'node:timers/promises'
import { at, textAt } from '../../test/support/client.ts'
import { address, cardBody, cardEndingIn, payer } from '../../test/support/flow.ts'
import { ask } from '../machine/ask.ts'
import { browser, type Told } from './browser.ts'
import { type Child, startChild } from './child.ts'
import { cpuMs } from '../machine/meter.ts'
import { of, type Side } from './sides.ts'
import { someCode, type Stock, unpaid, usual } from './stock.ts'

/** The portal can also be asked for one ticket, and to open a transaction now and to pay it later, each call told. */
export type PortalSide = Side & {
  url: string
  look(code: string): Promise<unknown>
  open(tell?: Told): Promise<() => Promise<void>>
}

export type Outside = { acquirerUrl: string; smtpUrl: string; dataDir: string }

/** One process on PostgreSQL, or on the embedded database under `dataDir` where `databaseUrl` is null. */
export async function portalSide(
  databaseUrl: string | null,
  outside: Outside,
  stock = usual,
): Promise<PortalSide> {
  const child = await startPortal(databaseUrl, outside, stock)
  const browse = async (tell?: Told) => (await browser(child.url, tell)).post
  const lookers = await Promise.all(Array.from({ length: 64 }, () => browse()))
  const fresh = unpaid(stock)
  let looks = 0
  const look = async (code: string) =>
    lookers[(looks += 1) % lookers.length]?.('/api/tk_ticket/read', { code })
  const open = async (tell?: Told) => openPayment(await browse(tell), fresh())
  return {
    ...of(databaseUrl === null ? 'embedded' : 'portal', databaseUrl, child),
    url: child.url,
    lookUp: () => look(someCode(stock)),
    look,
    open,
    purchase: async () => (await open())(),
    settle: () => (databaseUrl === null ? idle(child.pid) : noneDue(databaseUrl, child.pid)),
  }
}

function startPortal(databaseUrl: string | null, outside: Outside, stock: Stock): Promise<Child> {
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
  // As `npm start` and the unit of systemd start it.
  return startChild('portal.ts', env, ['--max-semi-space-size=16', '--max-old-space-size=512'])
}

type Post = Awaited<ReturnType<typeof browser>>['post']

/** A guest comes as far as the card; answers what pays with it. */
async function openPayment(post: Post, code: string): Promise<() => Promise<void>> {
  const { body } = await post('/api/tk_ticket/read', { code })
  await post('/api/account/set_account', payer)
  await post('/api/account/set_address', address)
  const created = await post('/api/tk_ticket/createTransaction', {
    payment_type: 1,
    pm_person_paymethod_id: null,
    ticket_code: code,
    ticket_value: at(body, 'data.ticket.value'),
  })
  const card = cards[Number(code) % cards.length]
  const token = textAt(created.body, 'data.ws_token')
  return async () => {
    const { body: outcome } = await post(`/api/pm_transaction/${token}/pay`, card ?? {})
    if (at(outcome, 'data.ok') !== true) throw new Error(`not paid: ${JSON.stringify(outcome)}`)
  }
}

const dueJob =
  "select 1 from job where done_at is null and dead_at is null and run_at < now() + interval '5 s' limit 1"

/** Payers have cards of their own: tries of one card take turns. */
const cards = Array.from({ length: 499 }, (_, nth) => cardBody(cardEndingIn(1, nth)))

/** Cars that came 130 minutes ago, of the first car park, from the n-th to the n-th: two statements. */
export const portalTickets = (from: number, to: number) => `
  insert into ticket (code, lot_id, tariff_id, gate, entered_at, created_at)
    select '9' || lpad(n::text, 12, '0'), 1, (select tariff_id from ticket where lot_id = 1 limit 1), 'E1',
      now() - interval '130 minutes', now() - interval '130 minutes'
    from generate_series(${from}, ${to}) n;
  analyze ticket`

/** What was left to be done is done after this long, or never is. */
const mostMs = 120_000

/** Until no job is due; answers the processor time (ms) of the process by then. */
async function noneDue(databaseUrl: string, pid: number): Promise<number> {
  const deadline = performance.now() + mostMs
  while (((await ask(databaseUrl, dueJob)).rowCount ?? 0) > 0) {
    if (performance.now() > deadline) throw new Error('jobs are due and due again')
    await wait(100)
  }
  return cpuMs(pid)
}

/**
 * Nobody from outside can ask the embedded database: until the process has had next to nothing to do for a second. Answers
 * its processor time (ms) before that second, which was only waited.
 */
async function idle(pid: number): Promise<number> {
  const deadline = performance.now() + mostMs
  for (let before = cpuMs(pid); ;) {
    await wait(1000)
    const now = cpuMs(pid)
    if (now - before <= 50) return before
    if (performance.now() > deadline) throw new Error('the process never rests')
    before = now
  }
}
