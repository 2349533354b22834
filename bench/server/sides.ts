import { randomInt } from 'node:crypto'
import pg from 'pg'
import { textAt, at } from '../../test/support/client.ts'
import { address, cardBody, cardEndingIn, payer } from '../../test/support/flow.ts'
import { type Child, startChild } from './child.ts'
import { ok } from './http.ts'

/** Tickets that are looked up and never paid, and tickets that are paid once each. */
export const stock = { looked: 10_000, paid: 100_000 } as const

/** One of the two servers that are compared, at its own database on the same PostgreSQL. */
export type Side = {
  name: 'portal' | 'bare'
  pid: number
  databaseUrl: string
  lookUp(): Promise<unknown>
  purchase(): Promise<unknown>
  /** Waits until nothing is left to be done of what was asked. */
  settle(): Promise<void>
  stop(): Promise<void>
}

const codeOf = (n: number) => `9${String(n).padStart(12, '0')}`

/** Codes of tickets to be paid, each once; throws when there is none left. */
function unpaid(): () => string {
  let next = stock.looked
  return () => {
    if (next >= stock.looked + stock.paid) throw new Error('no ticket is left: fewer seconds, or more stock')
    return codeOf((next += 1))
  }
}

const someCode = () => codeOf(1 + randomInt(stock.looked))

export async function bareSide(databaseUrl: string): Promise<Side> {
  await fill(databaseUrl, bareTables)
  const child = await startChild('bare.ts', { DATABASE_URL: databaseUrl })
  const post = (path: string, body: object) => ok(`${child.url}${path}`, { method: 'POST', body })
  const fresh = unpaid()
  return {
    ...of('bare', databaseUrl, child),
    lookUp: () => post('/read', { code: someCode() }),
    purchase: async () => {
      const code = fresh()
      await post('/read', { code })
      const sale = textAt((await post('/open', { code })).body, 'id')
      await post('/pay', { sale })
      await post('/done', { sale })
    },
    settle: async () => {},
  }
}

const bareTables = `
  create table bare_ticket (code char(13) primary key, entered_at timestamptz not null, cents bigint not null);
  create table bare_sale (id bigint generated always as identity primary key, code char(13) not null,
    cents bigint not null, state text not null, exit_by timestamptz);
  create table bare_ledger (sale_id bigint not null, cents bigint not null);
  create table bare_job (sale_id bigint not null);
  insert into bare_ticket select '9' || lpad(n::text, 12, '0'), now() - interval '130 minutes', 700
    from generate_series(1, ${stock.looked + stock.paid}) n`

/** The portal can also be asked to open a transaction now and to pay it later. */
export type PortalSide = Side & { open(): Promise<() => Promise<void>> }

export async function portalSide(
  databaseUrl: string,
  outside: { acquirerUrl: string; smtpUrl: string },
  dataDir: string,
): Promise<PortalSide> {
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    ACQUIRER_URL: outside.acquirerUrl,
    SMTP_URL: outside.smtpUrl,
    CAPTCHA: 'off',
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'info',
  }
  // As `npm start` and the unit of systemd start it.
  const child = await startChild('portal.ts', env, ['--max-semi-space-size=4'])
  await fill(databaseUrl, portalTickets)
  const browse = () => browser(child.url)
  const lookers = await Promise.all(Array.from({ length: 64 }, browse))
  const fresh = unpaid()
  let looks = 0
  let paid = 0
  const open = async () => {
    const code = fresh()
    const post = await browse()
    const { body } = await post('/api/tk_ticket/read', { code })
    await post('/api/account/set_account', payer)
    await post('/api/account/set_address', address)
    const created = await post('/api/tk_ticket/createTransaction', {
      payment_type: 1,
      pm_person_paymethod_id: null,
      ticket_code: code,
      ticket_value: at(body, 'data.ticket.value'),
    })
    const card = cards[(paid += 1) % cards.length]
    const token = textAt(created.body, 'data.ws_token')
    return async () => {
      const { body: outcome } = await post(`/api/pm_transaction/${token}/pay`, card ?? {})
      if (at(outcome, 'data.ok') !== true) throw new Error(`not paid: ${JSON.stringify(outcome)}`)
    }
  }
  return {
    ...of('portal', databaseUrl, child),
    lookUp: async () => lookers[(looks += 1) % lookers.length]?.('/api/tk_ticket/read', { code: someCode() }),
    open,
    purchase: async () => (await open())(),
    settle: () => until(databaseUrl, dueJob),
  }
}

const dueJob =
  "select 1 from job where done_at is null and dead_at is null and run_at < now() + interval '5 s' limit 1"

/** Payers have cards of their own: tries of one card take turns. */
const cards = Array.from({ length: 499 }, (_, nth) => cardBody(cardEndingIn(1, nth)))

const portalTickets = `
  insert into ticket (code, lot_id, tariff_id, gate, entered_at, created_at)
    select '9' || lpad(n::text, 12, '0'), 1, (select tariff_id from ticket where lot_id = 1 limit 1), 'E1',
      now() - interval '130 minutes', now() - interval '130 minutes'
    from generate_series(1, ${stock.looked + stock.paid}) n;
  analyze ticket`

/** A browser without a screen: its cookies, and the anti-forgery token in its header. */
async function browser(url: string) {
  const { cookies } = await ok(`${url}/sanctum/csrf-cookie`, { method: 'GET' })
  const pairs = cookies.map((line) => line.split(';')[0] ?? '')
  const token = pairs.find((pair) => pair.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? ''
  const headers = { cookie: pairs.join('; '), 'x-xsrf-token': token, 'x-requested-with': 'XMLHttpRequest' }
  return (path: string, body: object) => ok(`${url}${path}`, { method: 'POST', headers, body })
}

function of(name: Side['name'], databaseUrl: string, { pid, stop }: Child) {
  return { name, pid, databaseUrl, stop }
}

async function fill(databaseUrl: string, text: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(text)
  await client.end()
}

async function until(databaseUrl: string, text: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const deadline = performance.now() + 120_000
  while (((await client.query(text)).rowCount ?? 0) > 0) {
    if (performance.now() > deadline) throw new Error(`never came true: no row in ${text}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await client.end()
}
