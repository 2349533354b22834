import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contracts } from '#app/nouns.ts'
import { type Endpoint, fillPath } from '#kit/endpoint.ts'
import { at } from '#test/support/client.ts'
import { isStaffAccess, passes } from '#staff/level.ts'
import { staffMember } from '#test/support/staff.ts'
import { customer } from '#test/support/people.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'

let open: TestPortal
let guarded: TestPortal
beforeAll(async () => {
  open = await startPortal()
  guarded = await startPortal({ captcha: 'altcha' })
})
afterAll(async () => {
  await open.close()
  await guarded.close()
})

/** Every call of the page, with something in the places of its path. */
const calls = Object.entries<Endpoint>(contracts)
  .filter(([, { access }]) => access !== 'device' && access !== 'outside')
  .map(([name, endpoint]) => ({
    name,
    endpoint,
    path: fillPath(endpoint.path, { id: '1', token: 'f'.repeat(32), cep: '80010000', version: '1' }),
  }))
const those = (chosen: (endpoint: Endpoint) => boolean) => calls.filter(({ endpoint }) => chosen(endpoint))
const own = { 'x-requested-with': 'XMLHttpRequest' }

describe('who may call', () => {
  it.each(those(({ method }) => method !== 'GET'))(
    '$name without the anti-forgery token is 419',
    async ({ endpoint, path }) => {
      const { client } = await customer(open)
      const reply = await client.send(endpoint.method, path, { bare: true, headers: own, body: {} })
      expect(reply).toMatchObject({ status: 419, body: { message: 'CSRF token mismatch.' } })
    },
  )

  it.each(those(({ access }) => access === 'customer' || isStaffAccess(access)))(
    '$name as a guest is 401',
    async ({ endpoint, path }) => {
      const client = open.client()
      await client.get('/sanctum/csrf-cookie')
      const body = endpoint.method === 'GET' ? {} : { body: {} }
      const reply = await client.send(endpoint.method, path, body)
      expect(reply).toMatchObject({
        status: 401,
        body: { code: 'unauthenticated', message: 'Não autenticado.' },
      })
    },
  )

  it.each(those(({ access }) => isStaffAccess(access)))(
    '$name for a customer is 403, and for staff of less power',
    async ({ endpoint, path }) => {
      const { access } = endpoint
      if (!isStaffAccess(access)) throw new Error('not for staff')
      const weaker = [10, 2].filter((level) => !passes(level, access))
      const callers = [(await customer(open)).client]
      for (const level of weaker) callers.push(await staffMember(open, level))
      for (const client of callers) {
        const body = endpoint.method === 'GET' ? {} : { body: {} }
        const reply = await client.send(endpoint.method, path, body)
        expect(reply).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      }
    },
  )

  it.each(those(({ access }) => isStaffAccess(access) && access !== 'staff'))(
    '$name before the second factor is 403 second_factor',
    async ({ endpoint, path }) => {
      const client = await staffMember(open, 1, { code: false })
      const body = endpoint.method === 'GET' ? {} : { body: {} }
      const reply = await client.send(endpoint.method, path, body)
      expect(reply).toMatchObject({ status: 403, body: { code: 'second_factor' } })
    },
  )

  it.each(those(({ access }) => access === 'human' || access === 'holder_human'))(
    '$name without the human check is 403 human_required',
    async ({ endpoint, path }) => {
      const client = guarded.client()
      await client.get('/sanctum/csrf-cookie')
      const body = endpoint.method === 'GET' ? {} : { body: { recaptcha: 'nonsense' } }
      const reply = await client.send(endpoint.method, path, body)
      expect(reply).toMatchObject({ status: 403, body: { code: 'human_required', status: 403 } })
    },
  )

  it.each(those(({ access }) => access === 'customer'))(
    '$name is never stored on the way',
    async ({ endpoint, path }) => {
      const { client } = await customer(open)
      const reply = await client.send(endpoint.method, path, endpoint.method === 'GET' ? {} : { body: {} })
      expect(reply.headers.get('cache-control')).toBe('no-store')
      expect([200, 404, 409, 422]).toContain(reply.status)
      expect(at(reply.body, 'code')).not.toBe('internal')
    },
  )
})
