import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { localCertificate } from '#test/support/certificate.ts'

/** https in front of a server that speaks http; `caFile` is what a process must trust (NODE_EXTRA_CA_CERTS). */
export async function tlsInFront(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-tls-'))
  const { cert, key } = localCertificate()
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, cert)
  const server = createServer({ cert, key }, (outside) => {
    const inside = connect(Number(new URL(url).port), '127.0.0.1')
    for (const socket of [outside, inside]) socket.on('error', () => {})
    outside.on('close', () => inside.destroy())
    inside.on('close', () => outside.destroy())
    outside.pipe(inside).pipe(outside)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `https://127.0.0.1:${address.port}`,
    caFile,
    close: () => {
      server.close()
      rmSync(folder, { recursive: true })
    },
  }
}
