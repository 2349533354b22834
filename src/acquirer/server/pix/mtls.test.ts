import { expect, test } from 'vitest'
import { localCertificate } from '#test/support/database/certificate.ts'
import { bacenAcquirer } from './bacen.ts'
import { openPixTrial, pixOf } from '#simulators/pix/pixTrial.ts'

test('client and bank verify each other’s certificate', async () => {
  const server = localCertificate()
  const client = localCertificate()
  const stranger = localCertificate()
  const tls = { ...server, ca: client.cert }
  const trusted = { ca: server.cert }
  const known = await openPixTrial({ tls }, { ...trusted, certificate: client, timeoutMs: 2_000 })
  try {
    expect((await known.acquirer.authorise(pixOf())).outcome).toBe('pending')
    expect(await known.acquirer.check()).toBeNull()
    const { settings } = known
    for (const other of [{ certificate: null }, { certificate: stranger }, { ca: stranger.cert }]) {
      const told = await bacenAcquirer({ ...settings, ...other }).authorise(pixOf())
      expect(told).toMatchObject({ outcome: 'refused', cause: 'instrument', returnCode: 'unreached' })
    }
  } finally {
    await known.close()
  }
})
