import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../tools/dev/freePort.ts'
import { until } from '../support/process.ts'

const program = process.env['PGBOUNCER'] ?? '/usr/sbin/pgbouncer'
/** It refuses to run as root. */
const nobody = 65_534

/**
 * Debian's PgBouncer, or that of `PGBOUNCER`, in transaction mode before the server at `toPort`; `setting` is the
 * DATABASE_POOLER of its version. Throws where it is not installed.
 */
export async function startPooler(toPort: number) {
  if (!existsSync(program)) throw new Error(`no PgBouncer at ${program}: apt-get install -y pgbouncer`)
  const { version, setting } = versionOf(execFileSync(program, ['--version'], { encoding: 'utf8' }))
  const folder = mkdtempSync(join(tmpdir(), 'guiche-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
guiche = host=127.0.0.1 port=${toPort} dbname=guiche user=guiche
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 200
server_login_retry = 1
ignore_startup_parameters = extra_float_digits,statement_timeout,lock_timeout,idle_in_transaction_session_timeout
${setting === 'named' ? 'max_prepared_statements = 200' : ''}
`,
  )
  const as = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  const server = spawn(program, ['-q', file], { ...as, stdio: 'ignore' })
  const gone = new Promise((resolve) => server.once('exit', resolve))
  const end = () => void server.kill('SIGKILL')
  process.once('exit', end)
  await until('PgBouncer answers', async () => {
    const client = new pg.Client(`postgres://guiche@127.0.0.1:${port}/guiche`)
    try {
      await client.connect()
      await client.query('select 1')
      await client.end()
      return true
    } catch {
      return false
    }
  })
  return {
    port,
    version,
    setting,
    close: async () => {
      process.off('exit', end)
      end()
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Statements by name are known in transaction mode from 1.21 on. */
function versionOf(said: string) {
  const [version, major, minor] = /(\d+)\.(\d+)[.\d]*/.exec(said) ?? []
  if (version === undefined) throw new Error(`${program} --version says: ${said}`)
  const knowsNames = Number(major) > 1 || Number(minor) >= 21
  return { version, setting: knowsNames ? ('named' as const) : ('unnamed' as const) }
}
