import type { Demo } from './demoRecord.ts'

type Started = { url: string; demo: Demo; databaseKind: string; pixUrl: string | null }

/** Prints the demo's addresses and logins at start. */
export async function announce(started: Started): Promise<void> {
  process.stdout.write(await announcement(started))
}

export async function announcement(started: Started): Promise<string> {
  const { demoCards } = await import('../cielo/demoCards.ts')
  const rows = (items: readonly (readonly [string, string])[]) =>
    items.map(([key, note]) => `    ${key}   ${note}`).join('\n')
  const database =
    started.databaseKind === 'embedded' ? 'embedded demo database (not for production)' : 'PostgreSQL'
  return `
  Guichê is open at ${started.url}

  Tickets to look up:
${rows(started.demo.tickets.map(({ code, note }) => [code, note]))}

  People (e-mail, password):
${rows(people(started.demo))}

  Staff sign in at ${started.url}/#/login/?to=staff.dashboard
  and give a code as well: ${started.url}/dev/totp shows it.

  Test cards (any future date, any CVV):
${rows(demoCards.map(({ number, note }) => [number, note]))}
  Debit shows the bank's page of the simulator in a frame: its buttons choose how the bank answers.${pix(started)}

  Receipts: ${started.url}/dev/mail   Everything seeded: ${started.url}/dev/demo
  Database: ${database}

`
}

function pix({ pixUrl }: Started): string {
  return pixUrl === null ? '' : `\n  Pix is paid with the buttons of ${pixUrl}/_sim/`
}

function people({ customer, shop, staff = [] }: Demo): (readonly [string, string])[] {
  const customers = customer ? [[`${customer.email}  ${customer.password}`, 'cliente'] as const] : []
  const shops = shop ? [[`${shop.email}  ${shop.password}`, 'loja, em /#/convenio'] as const] : []
  return [
    ...customers,
    ...shops,
    ...staff.map(({ email, password, level }) => [`${email}  ${password}`, `nível ${level}`] as const),
  ]
}
