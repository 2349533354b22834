import { expect, test } from 'vitest'
import { localCertificate } from '#test/support/database/certificate.ts'
import { bacenAcquirer } from './bacen.ts'
import { openPixTestBed, testPixSale } from '#simulators/pix/pixTestBed.ts'

test('client and bank verify each other’s certificate', async () => {
  const server = localCertificate()
  const client = localCertificate()
  const stranger = localCertificate()
  const tls = { ...server, ca: client.cert }
  const trusted = { ca: server.cert }
  const known = await openPixTestBed({ tls }, { ...trusted, certificate: client, timeoutMs: 2_000 })
  try {
    expect((await known.acquirer.authorise(testPixSale())).outcome).toBe('pending')
    expect(await known.acquirer.checkQueries()).toBeNull()
    const { settings } = known
    for (const other of [{ certificate: null }, { certificate: stranger }, { ca: stranger.cert }]) {
      const told = await bacenAcquirer({ ...settings, ...other }).authorise(testPixSale())
      expect(told).toMatchObject({ outcome: 'refused', cause: 'instrument', returnCode: 'unreached' })
    }
  } finally {
    await known.close()
  }
})
