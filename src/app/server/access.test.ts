import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contracts } from '../modules.ts'
import { type Endpoint, fillPath } from '#kit/endpoint.ts'
import { type Answer, at, type PortalClient } from '#test/support/client.ts'
import { isStaffAccess, isAllowed } from '#staff/level.ts'
import { staffMember } from '#test/support/staff.ts'
import { must } from '#test/support/flow.ts'
import { customer, logIn } from '#test/support/people.ts'
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

/** Every endpoint of the page with values in its path. */
const calls = Object.entries<Endpoint>(contracts)
  .filter(([, { access }]) => access !== 'device' && access !== 'outside')
  .map(([name, endpoint]) => ({
    name,
    endpoint,
    path: fillPath(endpoint.path, {
      id: '1',
      token: 'f'.repeat(32),
      text: 'x',
      protocol: 'P00000001',
      cep: '80010000',
      version: '1',
      n: '1',
      kind: 'chargeback',
      list: 'tickets',
      format: 'csv',
      user: '1',
      invitation: '1',
    }),
  }))
const those = (chosen: (endpoint: Endpoint) => boolean) => calls.filter(({ endpoint }) => chosen(endpoint))
const isStaffs = ({ access }: Endpoint) => isStaffAccess(access)

type Call = (typeof calls)[number]

const ask = (client: PortalClient, { endpoint, path }: Call, body: object = {}) =>
  client.send(endpoint.method, path, endpoint.method === 'GET' ? {} : { body })

/** A guest with an anti-forgery token. */
async function guest(portal: TestPortal): Promise<PortalClient> {
  const client = portal.client()
  await client.get('/sanctum/csrf-cookie')
  return client
}

/** Makes every call of the matrix; returns the names with unexpected answers. */
async function deviations(
  matrix: readonly Call[],
  send: (call: Call) => Promise<Answer>,
  isRight: (answer: Answer) => boolean,
): Promise<Record<string, unknown>> {
  expect(matrix.length).toBeGreaterThan(0)
  const found: Record<string, unknown> = {}
  for (const call of matrix) {
    const answer = await send(call)
    if (!isRight(answer)) found[call.name] = { status: answer.status, body: answer.body }
  }
  return found
}

const answers =
  (status: number, body: Record<string, unknown>) =>
  (answer: Answer): boolean =>
    answer.status === status && Object.entries(body).every(([key, value]) => at(answer.body, key) === value)

it('every declared call is served', () => {
  const missing = Object.entries<Endpoint>(contracts).filter(([, endpoint]) => !open.serves(endpoint))
  expect(missing.map(([name]) => name)).toEqual([])
})

describe('access', () => {
  it('every unsafe call without the anti-forgery token is 419', async () => {
    const { client } = await customer(open)
    const bare = { bare: true, headers: { 'x-requested-with': 'XMLHttpRequest' }, body: {} }
    const send = ({ endpoint, path }: Call) => client.send(endpoint.method, path, bare)
    const right = answers(419, { message: 'CSRF token mismatch.' })
    expect(
      await deviations(
        those(({ method }) => method !== 'GET'),
        send,
        right,
      ),
    ).toEqual({})
  })

  it('every call of customers and staff answers a guest with 401', async () => {
    const client = await guest(open)
    const closed = those(({ access }) => access === 'customer' || isStaffAccess(access))
    const right = answers(401, { code: 'unauthenticated', message: 'Não autenticado.' })
    expect(await deviations(closed, (call) => ask(client, call), right)).toEqual({})
  })

  it('every call of staff answers a customer with 403', async () => {
    const { client } = await customer(open)
    const right = answers(403, { code: 'forbidden' })
    expect(await deviations(those(isStaffs), (call) => ask(client, call), right)).toEqual({})
  })

  it.each([10, 2])('every call above level %i answers that level with 403', async (level) => {
    const client = await staffMember(open, level)
    const above = those(({ access }) => isStaffAccess(access) && !isAllowed(level, access))
    const right = answers(403, { code: 'forbidden' })
    expect(await deviations(above, (call) => ask(client, call), right)).toEqual({})
  })

  it('every call of staff before the second factor answers 403 second_factor', async () => {
    const client = await staffMember(open, 1, { code: false })
    const right = answers(403, { code: 'second_factor' })
    const guardedTwice = those(({ access }) => isStaffAccess(access) && access !== 'staff')
    expect(await deviations(guardedTwice, (call) => ask(client, call), right)).toEqual({})
  })

  it('every call with a captcha, without its proof, answers 403 human_required', async () => {
    const client = await guest(guarded)
    const send = (call: Call) => ask(client, call, { recaptcha: 'nonsense' })
    const asking = those(({ access }) => access === 'human' || access === 'bearer_human')
    expect(await deviations(asking, send, answers(403, { code: 'human_required', status: 403 }))).toEqual({})
  })

  it('no answer to customers is cacheable, and no call fails', async () => {
    const client = await guest(open)
    // A shop's person may make every call of a customer.
    must(await logIn(client, open.demo.shop ?? { email: '', password: '' }))
    const right = (answer: Answer) =>
      answer.headers.get('cache-control') === 'no-store' &&
      [200, 404, 409, 422].includes(answer.status) &&
      at(answer.body, 'code') !== 'internal'
    const customers = those(({ access }) => access === 'customer')
    expect(await deviations(customers, (call) => ask(client, call), right)).toEqual({})
  })
})
