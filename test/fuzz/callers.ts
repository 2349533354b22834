import { seedPeople } from '#simulators/demo/people.ts'
import type { Endpoint } from '#kit/endpoint.ts'
import { isStaffAccess, isAllowed } from '#staff/level.ts'
import type { PortalClient } from '#test/support/client.ts'
import { customer } from '#test/support/people.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { staffMember } from '#test/support/staff.ts'

export const levels = ['guest', 'customer', 'device', 'supervisor', 'manager', 'admin'] as const
export type Level = (typeof levels)[number]

const staffLevels = { supervisor: 10, manager: 2, admin: 1 } as const

/** The calls that this level may make and others may not; everybody may make a guest's. */
export function isFor(level: Level, { access }: Endpoint): boolean {
  if (level === 'device') return access === 'device' || access === 'outside'
  if (level === 'customer') return access === 'customer' || access.startsWith('bearer')
  if (level === 'guest') return !isStaffAccess(access) && access !== 'customer' && access !== 'device'
  return isStaffAccess(access) && isAllowed(staffLevels[level], access)
}

/** The headers of a caller of this level: its login, or its key. */
export async function signIn(portal: TestPortal, level: Level): Promise<Record<string, string>> {
  if (level === 'device') return { authorization: `Bearer ${portal.demo.device_key}` }
  return browserHeaders(await browserOf(portal, level))
}

async function browserOf(portal: TestPortal, level: Exclude<Level, 'device'>): Promise<PortalClient> {
  // Limits that earlier calls used up are reset.
  await portal.db.deleteFrom('rate_mark').execute()
  await portal.db.deleteFrom('try_mark').execute()
  if (level === 'customer') return (await customer(portal)).client
  if (level === 'guest') {
    const client = portal.client()
    await client.get('/sanctum/csrf-cookie')
    return client
  }
  try {
    return await staffMember(portal, staffLevels[level])
  } catch {
    // Higher levels have changed these accounts: they are restored, as at every start of the demo.
    await portal.db.deleteFrom('second_factor').execute()
    await seedPeople({ ...peopleDeps(portal), simulatorUrl: null })
    return staffMember(portal, staffLevels[level])
  }
}

function peopleDeps({ db, clock, deps }: TestPortal) {
  return { db, clock, cardKeys: deps.payment.cardKeys, termsHash: deps.payment.termsHash, log: deps.log }
}

function browserHeaders(client: PortalClient): Record<string, string> {
  return {
    cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-requested-with': 'XMLHttpRequest',
    'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '',
  }
}
