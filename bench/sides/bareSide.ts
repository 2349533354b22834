import { textAt } from '../../test/support/client.ts'
import { ask } from '../machine/ask.ts'
import { cpuMs } from '../machine/meter.ts'
import { startChild } from './child.ts'
import { ok } from './http.ts'
import { of, type Side } from './sides.ts'
import { someCode, type Stock, unpaid, usual } from './stock.ts'

/** node:http and the bare driver: what the machine itself costs. */
export async function bareSide(databaseUrl: string, stock = usual): Promise<Side> {
  await ask(databaseUrl, bareTables(stock))
  const child = await startChild('bare.ts', { DATABASE_URL: databaseUrl })
  const post = (path: string, body: object) => ok(`${child.url}${path}`, { method: 'POST', body })
  const fresh = unpaid(stock)
  return {
    ...of('bare', databaseUrl, child),
    lookUp: () => post('/read', { code: someCode(stock) }),
    purchase: async () => {
      const code = fresh()
      await post('/read', { code })
      const sale = textAt((await post('/open', { code })).body, 'id')
      await post('/pay', { sale })
      await post('/done', { sale })
    },
    settle: async () => cpuMs(child.pid),
  }
}

const bareTables = (stock: Stock) => `
  create table bare_ticket (code char(13) primary key, entered_at timestamptz not null, cents bigint not null);
  create table bare_sale (id bigint generated always as identity primary key, code char(13) not null,
    cents bigint not null, state text not null, exit_by timestamptz);
  create table bare_ledger (sale_id bigint not null, cents bigint not null);
  create table bare_job (sale_id bigint not null);
  insert into bare_ticket select '9' || lpad(n::text, 12, '0'), now() - interval '130 minutes', 700
    from generate_series(1, ${stock.looked + stock.paid}) n`
