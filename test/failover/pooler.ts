import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../tools/dev/freePort.ts'
import { unprivileged, untilAnswers } from '../support/database/postgresServer.ts'
import { endWithTheRun } from '../support/process.ts'

const program = process.env['PGBOUNCER'] ?? '/usr/sbin/pgbouncer'
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
  const server = spawn(program, ['-q', file], { ...unprivileged, stdio: 'ignore' })
  const gone = once(server, 'exit')
  endWithTheRun(server)
  await untilAnswers(`postgres://guiche@127.0.0.1:${port}/guiche`)
  return {
    port,
    version,
    setting,
    close: async () => {
      server.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** From 1.21 on named statements work in transaction mode. */
function versionOf(said: string) {
  const [version, major, minor] = /(\d+)\.(\d+)[.\d]*/.exec(said) ?? []
  if (version === undefined) throw new Error(`${program} --version says: ${said}`)
  const knowsNames = Number(major) > 1 || Number(minor) >= 21
  return { version, setting: knowsNames ? ('named' as const) : ('unnamed' as const) }
}
