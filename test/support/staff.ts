import { codeAt } from '#staff/server/totp.ts'
import type { PortalClient } from './client.ts'
import { must } from './flow.ts'
import { logIn } from './people.ts'
import type { TestPortal } from './portal.ts'

/**
 * A browser in which the demo's staff member of this level is signed in: 1 admin, 2 manager, 10 supervisor. Without
 * `code` the second factor is still missing. The clock stands still, so the used code is made valid again.
 */
export async function staffMember(
  portal: TestPortal,
  level: number,
  { code = true }: { code?: boolean } = {},
): Promise<PortalClient> {
  const person = portal.demo.staff?.find((known) => known.level === level)
  if (!person?.totp_secret) throw new Error(`the demo has no staff member of level ${level}`)
  const client = portal.client()
  await client.get('/sanctum/csrf-cookie')
  must(await logIn(client, person))
  if (!code) return client
  await portal.db.updateTable('second_factor').set({ last_step: 1 }).execute()
  must(
    await client.post('/api/staff/second_factor', { code: codeAt(person.totp_secret, portal.clock.now()) }),
  )
  return client
}
