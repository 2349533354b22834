import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile({ publicUrl: 'https://portal.test', env: { RATE_LIMIT_PER_MINUTE: '40' } })

/** Everything that the server sends for the bytes. */
const sent = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(portal.url).port), '127.0.0.1', () => socket.write(bytes))
    let text = ''
    socket.on('data', (part) => (text += part.toString()))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })

const post = (path: string, type: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`
const form = 'application/x-www-form-urlencoded'

describe('an answer before any guard has the security headers, no-store and Portuguese', () => {
  it.each([
    ['no HTTP', 400, 'hello\r\n\r\n'],
    ['headers of 20 KB', 431, `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['no host', 400, 'GET /api/parking/stats HTTP/1.1\r\nconnection: close\r\n\r\n'],
    ['an unknown expectation', 417, get('/').replace('connection', 'expect: foo\r\nconnection')],
    ['a malformed URL', 400, get('/api/%zz')],
    ['an unknown call', 404, get('/api/nothing')],
    ['an unreadable body', 422, post('/auth/login', 'application/json', '{')],
    ['a form of 70 KB', 422, post('/payment/return/x', form, 'a'.repeat(70_000))],
    ['a form of 70 KB to another call', 422, post('/auth/login', form, 'a'.repeat(70_000))],
    ['JSON of 70 KB', 422, post('/auth/login', 'application/json', JSON.stringify('x'.repeat(70_000)))],
    ['an unknown type', 422, post('/auth/login', 'text/csv', 'a')],
  ])('%s', async (_, status, bytes) => {
    const [head = '', body = ''] = (await sent(bytes)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    for (const header of ['cache-control: no-store', 'x-content-type-options: nosniff'])
      expect(head.toLowerCase()).toContain(header)
    expect(head).toMatch(/^(content-security-policy|strict-transport-security): .+$/im)
    const { message, ...rest }: { message: string } = JSON.parse(body)
    expect(message).toMatch(/^(Não|O pedido|Registro|Confira)/)
    expect(rest).toMatchObject({ status })
  })

  it('too many requests', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => sent(get('/api/parking/stats'))))
    const refused = answers.find((answer) => answer.startsWith('HTTP/1.1 429'))
    expect(refused?.toLowerCase()).toContain('cache-control: no-store')
    expect(refused?.toLowerCase()).toContain('x-content-type-options: nosniff')
  })
})
