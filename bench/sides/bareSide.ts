import { queryOnce } from '../../test/support/database/queryOnce.ts'
import { cpuMs } from '../machine/meter.ts'
import { startChild } from './child.ts'
import { ok } from './http.ts'
import { type LookUpSide, of } from './sides.ts'
import { randomCode, type TicketCounts, usualCounts } from './ticketCounts.ts'

/** node:http and the bare driver: the cost of the machine itself. */
export async function bareSide(databaseUrl: string, stock = usualCounts): Promise<LookUpSide> {
  await queryOnce(databaseUrl, bareTables(stock))
  const child = await startChild('bare.ts', { DATABASE_URL: databaseUrl })
  return {
    ...of('bare', databaseUrl, child),
    lookUp: () => ok(child.url, { method: 'POST', body: { code: randomCode(stock) } }),
    settle: async () => cpuMs(child.pid),
  }
}

const bareTables = (stock: TicketCounts) => `
  create table bare_ticket (code char(13) primary key, entered_at timestamptz not null, cents bigint not null);
  insert into bare_ticket select '9' || lpad(n::text, 12, '0'), now() - interval '130 minutes', 700
    from generate_series(1, ${stock.looked + stock.paid}) n`
