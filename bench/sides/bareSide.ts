import { ask } from '../machine/ask.ts'
import { cpuMs } from '../machine/meter.ts'
import { startChild } from './child.ts'
import { ok } from './http.ts'
import { type LookUpSide, of } from './sides.ts'
import { someCode, type Stock, usual } from './stock.ts'

/** node:http and the bare driver: what the machine itself costs. */
export async function bareSide(databaseUrl: string, stock = usual): Promise<LookUpSide> {
  await ask(databaseUrl, bareTables(stock))
  const child = await startChild('bare.ts', { DATABASE_URL: databaseUrl })
  return {
    ...of('bare', databaseUrl, child),
    lookUp: () => ok(child.url, { method: 'POST', body: { code: someCode(stock) } }),
    settle: async () => cpuMs(child.pid),
  }
}

const bareTables = (stock: Stock) => `
  create table bare_ticket (code char(13) primary key, entered_at timestamptz not null, cents bigint not null);
  insert into bare_ticket select '9' || lpad(n::text, 12, '0'), now() - interval '130 minutes', 700
    from generate_series(1, ${stock.looked + stock.paid}) n`
