import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type Server, type TLSSocket } from 'node:tls'
import { localCertificate } from '../support/database/certificate.ts'
import { listen } from '#test/support/wire/listen.ts'

/** https before an acquirer's two http hosts; `caFile` is what a process must trust (NODE_EXTRA_CA_CERTS). */
export async function tlsInFront(hosts: { url: string; queryUrl: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-tls-'))
  const { cert, key } = localCertificate()
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, cert)
  const passTo = (url: string) => (outside: TLSSocket) => {
    const inside = connect(Number(new URL(url).port), '127.0.0.1')
    for (const socket of [outside, inside]) socket.on('error', () => {})
    outside.on('close', () => inside.destroy())
    inside.on('close', () => outside.destroy())
    outside.pipe(inside).pipe(outside)
  }
  const sales = createServer({ cert, key }, passTo(hosts.url))
  const again = createServer({ cert, key }, passTo(hosts.url))
  const queries = createServer({ cert, key }, passTo(hosts.queryUrl))
  return {
    url: await addressOf(sales),
    /** The host of sales at another address. */
    alias: await addressOf(again),
    queryUrl: await addressOf(queries),
    caFile,
    close: () => {
      for (const server of [sales, again, queries]) server.close()
      rmSync(folder, { recursive: true })
    },
  }
}

async function addressOf(server: Server): Promise<string> {
  const port = await listen(server)
  return `https://127.0.0.1:${port}`
}
