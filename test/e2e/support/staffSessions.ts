import { codeAt } from '#staff/server/totp.ts'
import { at, PortalClient, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { humanClientAt } from './human.ts'
import { logIn } from '#test/support/people.ts'

/** Level -> the session cookies of the demo's staff member, shared by the run, because a code is accepted once. */
export async function signInStaff(url: string): Promise<Record<number, Record<string, string>>> {
  const staff = at(must(await new PortalClient(url).get('/dev/demo')).body, 'staff')
  if (!Array.isArray(staff)) throw new Error('the demo has no staff')
  const sessions: Record<number, Record<string, string>> = {}
  for (const person of staff) {
    const client = await humanClientAt(url)
    must(await logIn(client, { email: textAt(person, 'email'), password: textAt(person, 'password') }))
    const code = codeAt(textAt(person, 'totp_secret'), new Date())
    must(await client.post('/api/staff/second_factor', { code }))
    sessions[Number(at(person, 'level'))] = Object.fromEntries(client.cookies)
  }
  return sessions
}
