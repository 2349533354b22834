import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { localCertificate } from '../support/database/certificate.ts'
import { freePort } from '../../tools/dev/freePort.ts'
import { endWithTheRun, until } from '../support/process.ts'
import { listen } from '#test/support/wire/listen.ts'

/** A load balancer. `send` sets the ports that get new calls; pending ones are answered. */
type Balancer = {
  readonly name: string
  readonly url: string
  send(to: readonly number[]): Promise<void>
  close(): Promise<void>
}

const program = '/usr/sbin/nginx'
export const hasNginx = existsSync(program)

/** Debian's nginx with the configuration of docs/proxies.md#tls-and-proxies, without TLS and at other ports. */
export async function nginx(): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-nginx-'))
  const documented = documentedConfiguration()
  checkAsItStands(folder, documented)
  const port = await freePort()
  const file = join(folder, 'run.conf')
  const write = (to: readonly number[]) => {
    const servers = to.map((one) => `  server 127.0.0.1:${one} max_fails=2 fail_timeout=2s;`).join('\n')
    const adapted = documented
      .replaceAll(/^ {2}server 10\.0\.0\.\d+:3000.*\n/gm, '')
      .replace('upstream guiche {', `upstream guiche {\n${servers}`)
      .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
      .replaceAll(/^ *ssl_certificate.*\n/gm, '')
      .replace(/^server \{ listen 80;.*$/m, '')
    // No keep-alive: the drivers open a connection for each call.
    writeFileSync(file, whole(folder, `keepalive_timeout 0;\n${adapted}`))
  }
  write([9])
  const server = spawn(program, ['-c', file, '-p', folder], { stdio: ['ignore', 'ignore', 'inherit'] })
  const gone = once(server, 'exit')
  endWithTheRun(server)
  const workers = () => childrenOf(server.pid ?? 0)
  await until('nginx serves', async () => workers() !== '')
  return {
    name: spawnSync(program, ['-v'], { encoding: 'utf8' })
      .stderr.replace(/^nginx version: /, '')
      .trim(),
    url: `http://127.0.0.1:${port}`,
    send: async (to) => {
      const before = workers()
      write(to)
      server.kill('SIGHUP')
      await until('nginx has read its configuration again', async () => {
        const now = workers().split(' ')
        return now.every((one) => !before.split(' ').includes(one))
      })
    },
    close: async () => {
      server.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function documentedConfiguration(): string {
  const page = readFileSync(fileURLToPath(new URL('../../docs/proxies.md', import.meta.url)), 'utf8')
  const found = /```nginx\n([\s\S]*?)```/.exec(page)?.[1]
  if (!found) throw new Error('docs/proxies.md has no nginx configuration')
  return found
}

/** Throws nginx's own error when it does not accept the documented configuration. */
function checkAsItStands(folder: string, documented: string): void {
  const { cert, key } = localCertificate()
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key)
  const placed = documented
    .replace(/ssl_certificate +\S+;/, `ssl_certificate ${join(folder, 'cert.pem')};`)
    .replace(/ssl_certificate_key +\S+;/, `ssl_certificate_key ${join(folder, 'key.pem')};`)
  const file = join(folder, 'documented.conf')
  writeFileSync(file, whole(folder, placed))
  execFileSync(program, ['-t', '-q', '-c', file, '-p', folder], { stdio: ['ignore', 'inherit', 'inherit'] })
}

function whole(folder: string, http: string): string {
  return `daemon off; pid ${join(folder, 'pid')}; error_log stderr crit; worker_processes 1;
events { worker_connections 1024; }
http { access_log off;\n${http}\n}\n`
}

function childrenOf(pid: number): string {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
}

/** Without nginx: takes turns, and tries the next instance when one refuses the connection. */
export async function ownBalancer(): Promise<Balancer> {
  let targets: readonly number[] = []
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => pass(targets.length))
    const pass = (tries: number) => {
      turn += 1
      const port = targets[turn % targets.length]
      const { method, url, headers } = incoming
      const call = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false })
      let isLetIn = false
      call.on('socket', (socket) => socket.once('connect', () => (isLetIn = true)))
      call.on('response', (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' })
        answer.on('error', () => outgoing.destroy()).pipe(outgoing)
      })
      call.on('error', () => {
        if (!isLetIn && tries > 1) return pass(tries - 1)
        if (outgoing.headersSent) return outgoing.destroy()
        outgoing.writeHead(502).end()
      })
      call.end(Buffer.concat(chunks))
    }
  })
  const port = await listen(server)
  return {
    name: 'a balancer of the run (no nginx here)',
    url: `http://127.0.0.1:${port}`,
    send: async (to) => {
      targets = to
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
