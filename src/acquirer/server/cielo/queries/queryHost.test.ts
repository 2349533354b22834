import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTrial, saleOf } from '#simulators/cielo/trial.ts'

/** Answers 404 to everything, with the given body. */
let body = ''
const stranger = createServer((_request, response) => response.writeHead(404).end(body))
let url: string
beforeAll(async () => {
  stranger.listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  const address = stranger.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  url = `http://127.0.0.1:${address.port}`
})
afterAll(() => stranger.close())

test('a host that answers with a page finds nothing that counts', async () => {
  body = '<html></html>'
  const { acquirer, close } = await openTrial({}, { queryUrl: url, isOneHost: false })
  expect(await acquirer.check()).toMatch(/answers 404 for a sale that nobody made/)
  expect(await acquirer.find(saleOf().orderKey)).toMatchObject({ outcome: 'unknown' })
  await close()
})

test('the host of the sales is no query host, whatever it says', async () => {
  const { acquirer, close } = await openTrial({}, { isOneHost: false })
  expect(await acquirer.check()).toMatch(/CIELO_QUERY_URL/)
  expect(await acquirer.find(saleOf().orderKey)).toMatchObject({ outcome: 'unknown' })
  await close()
})

test('one that could not be proven at first is asked again', async () => {
  body = '<html></html>'
  const { acquirer, close } = await openTrial({}, { queryUrl: url, isOneHost: false })
  expect(await acquirer.findByReference('r')).toMatchObject({ outcome: 'unknown' })
  body = ''
  expect(await acquirer.findByReference('r')).toEqual({ outcome: 'not_found' })
  expect(await acquirer.check()).toBeNull()
  await close()
})
