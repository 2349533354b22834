import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '#test/support/database/postgresServer.ts'
import { type PortalProcess, startProcess } from '#test/support/process.ts'
import { removeAtExit } from '../../tools/steps/removeAtExit.ts'
import { root } from '../tidy/sources.ts'

export const admin = {
  name: 'Ana Souza',
  email: 'ana@garagem.example',
  cpf: '52998224725',
  phone: '41998765432',
  password: 'trem azul na serra',
}

/** An installation on an empty PostgreSQL database, with its first admin. `stop` ends the database. */
export async function install() {
  const postgres = await startPostgres()
  const client = new pg.Client(postgres.at('postgres'))
  await client.connect()
  await client.query('create database guiche')
  await client.end()
  const folder = mkdtempSync(join(tmpdir(), 'guiche-first-day-'))
  removeAtExit(folder)
  const env = { DATABASE_URL: postgres.at('guiche'), DATA_DIR: folder, DEMO: 'off' }
  await createFirstAdmin(env)
  return {
    start: (hoursLater: number): Promise<PortalProcess> =>
      startProcess({ ...env, CLOSING_INTERVAL_MS: '500' }, join(root, 'tools/start.ts'), [
        '--import',
        clockAhead(hoursLater),
      ]),
    stop: () => postgres.stop(),
  }
}

/** `npm run setup` as docs/first-day.md calls it; it complains of the settings of production. */
async function createFirstAdmin(env: Record<string, string>): Promise<void> {
  const { name, email, cpf, phone, password } = admin
  const flags = ['--name', name, '--email', email, '--cpf', cpf, '--phone', phone]
  const script = join(root, 'tools/operate/setup.ts')
  const setup = execFile(process.execPath, [script, ...flags], { env: { ...process.env, ...env } })
  let said = ''
  setup.stdout?.on('data', (chunk) => (said += String(chunk)))
  setup.stdin?.end(`${password}\n`)
  await once(setup, 'close')
  if (!said.includes('admin: made')) throw new Error(`no admin was made:\n${said}`)
}

/** A module that sets the clock of its process ahead. */
function clockAhead(hours: number): string {
  const code = `const Real = Date
    globalThis.Date = class extends Real {
      constructor(...given) { given.length === 0 ? super(Date.now()) : super(...given) }
      static now() { return Real.now() + ${hours} * 3600000 }
    }`
  return `data:text/javascript,${encodeURIComponent(code)}`
}
