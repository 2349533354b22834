import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestBed, testSale } from '#simulators/cielo/testBed.ts'
import { listen } from '#test/support/wire/listen.ts'

/** Answers 404 to everything, with the given body. */
let body = ''
const stranger = createServer((_request, response) => response.writeHead(404).end(body))
let url: string
beforeAll(async () => {
  const port = await listen(stranger)
  url = `http://127.0.0.1:${port}`
})
afterAll(() => stranger.close())

test('a 404 page of a wrong host does not count as ‘not found’', async () => {
  body = '<html></html>'
  const { acquirer, close } = await openTestBed({}, { queryUrl: url, isSingleHost: false })
  expect(await acquirer.checkQueries()).toMatch(/answers 404 for a sale that nobody made/)
  expect(await acquirer.findByOrderKey(testSale().orderKey)).toMatchObject({ outcome: 'unknown' })
  await close()
})

test('the host of sales is not accepted as query host', async () => {
  const { acquirer, close } = await openTestBed({}, { isSingleHost: false })
  expect(await acquirer.checkQueries()).toMatch(/CIELO_QUERY_URL/)
  expect(await acquirer.findByOrderKey(testSale().orderKey)).toMatchObject({ outcome: 'unknown' })
  await close()
})

test('a failed check of the query host is repeated', async () => {
  body = '<html></html>'
  const { acquirer, close } = await openTestBed({}, { queryUrl: url, isSingleHost: false })
  expect(await acquirer.findByReference('r')).toMatchObject({ outcome: 'unknown' })
  body = ''
  expect(await acquirer.findByReference('r')).toEqual({ outcome: 'not_found' })
  expect(await acquirer.checkQueries()).toBeNull()
  await close()
})
