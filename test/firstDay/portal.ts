import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSimulator } from '#simulators/cielo/simulator.ts'
import { startPostgres } from '#test/support/database/postgresServer.ts'
import { queryOnce } from '#test/support/database/queryOnce.ts'
import { type PortalProcess, startProcess } from '#test/support/process.ts'
import { startMailServer } from '#test/support/wire/mailServer.ts'
import { removeAtExit } from '../../tools/steps/removeAtExit.ts'
import { tlsInFront } from '../operate/tlsInFront.ts'
import { root } from '../tidy/sources.ts'

export const admin = {
  name: 'Ana Souza',
  email: 'ana@garagem.example',
  cpf: '52998224725',
  phone: '41998765432',
  password: 'trem azul na serra',
}

/** A production on an empty PostgreSQL database, with its first admin; Cielo is the simulator. */
export async function install() {
  const postgres = await startPostgres()
  await queryOnce(postgres.at('postgres'), 'create database guiche')
  const folder = mkdtempSync(join(tmpdir(), 'guiche-first-day-'))
  removeAtExit(folder)
  const simulator = await startSimulator({ port: 0, queryPort: 0 })
  const acquirer = await tlsInFront(simulator)
  const mail = await startMailServer()
  const env = {
    ...productionEnv({ acquirer, mail }),
    DATABASE_URL: postgres.at('guiche'),
    DATA_DIR: folder,
  }
  await createFirstAdmin(env)
  return {
    start: (hoursLater: number): Promise<PortalProcess> =>
      startProcess({ ...env, CLOSING_INTERVAL_MS: '500' }, join(root, 'tools/start.ts'), [
        '--import',
        clockAhead(hoursLater),
      ]),
    stop: async () => {
      acquirer.close()
      await simulator.close()
      await mail.close()
      await postgres.stop()
    },
  }
}

type Outside = { acquirer: Awaited<ReturnType<typeof tlsInFront>>; mail: { url: string } }

/** The variables of docs/operating.md#first-run-in-production. */
function productionEnv({ acquirer, mail }: Outside): Record<string, string> {
  const key = () => randomBytes(32).toString('hex')
  return {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://estacione.example.com.br',
    SECRET_KEY: key(),
    CARD_KEYS: key(),
    ACQUIRER: 'cielo',
    ACQUIRER_URL: acquirer.url,
    CIELO_QUERY_URL: acquirer.queryUrl,
    NODE_EXTRA_CA_CERTS: acquirer.caFile,
    CIELO_MERCHANT_ID: '00000000-0000-4000-8000-000000000000',
    CIELO_MERCHANT_KEY: 'SIMULATORSIMULATORSIMULATORSIMULATORSIMU',
    CIELO_NOTIFICATION_SECRET: key(),
    SMTP_URL: mail.url,
    CAPTCHA: 'altcha',
    // No load balancer waits for the stop.
    DRAIN_DELAY_MS: '0',
  }
}

/** `npm run setup` as docs/first-day.md calls it. */
async function createFirstAdmin(env: Record<string, string>): Promise<void> {
  const { name, email, cpf, phone, password } = admin
  const flags = ['--name', name, '--email', email, '--cpf', cpf, '--phone', phone]
  const script = join(root, 'tools/operate/setup.ts')
  const setup = execFile(process.execPath, [script, ...flags], { env: { ...process.env, ...env } })
  let said = ''
  setup.stdout?.on('data', (chunk) => (said += String(chunk)))
  setup.stdin?.end(`${password}\n`)
  await once(setup, 'close')
  if (!said.includes('admin: made') || said.includes('PROBLEM')) throw new Error(`the setup failed:\n${said}`)
}

/** A module that sets the clock of its process forward. */
function clockAhead(hours: number): string {
  const code = `const Real = Date
    globalThis.Date = class extends Real {
      constructor(...given) { given.length === 0 ? super(Date.now()) : super(...given) }
      static now() { return Real.now() + ${hours} * 3600000 }
    }`
  return `data:text/javascript,${encodeURIComponent(code)}`
}
