import * as z from 'zod/mini'
import { codeAt } from '../../src/staff/server/totp.ts'
import { queryOnce } from '../../test/support/database/queryOnce.ts'
import { browser } from '../sides/browser.ts'

const demo = z.object({
  staff: z.array(
    z.object({
      email: z.string(),
      password: z.string(),
      level: z.number(),
      totp_secret: z.optional(z.string()),
    }),
  ),
})

/** Signs the demo's admin in; answers the browser. */
export async function logInAdmin(url: string, databaseUrl: string): ReturnType<typeof browser> {
  const { rows } = await queryOnce(databaseUrl, "select value from setting where key = 'demo'")
  const admin = z.parse(demo, rows[0]?.value).staff.find(({ level }) => level === 1)
  if (!admin?.totp_secret) throw new Error('the demo has no admin')
  const signedIn = await browser(url)
  await signedIn.post('/auth/login', { username: admin.email, password: admin.password })
  await signedIn.post('/api/staff/second_factor', { code: codeAt(admin.totp_secret, new Date()) })
  return signedIn
}
