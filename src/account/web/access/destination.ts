import { parseTarget } from '#kit/web/route/routes.ts'
import type { Target } from '#kit/web/route/routes.ts'
import { isStaff } from '../../user.ts'

const home: Target = { name: 'home', params: {}, query: {} }

const pointless: readonly string[] = ['login', 'logout', 'recaptcha', 'login.recover_email', 'recover_token']

/** The destination of a login: /home for staff, else `to` if it names a portal screen (docs/spec.md#login). */
export function destinationAfterLogin(level: number, to: string | undefined): Target {
  const target = isStaff(level) ? null : parseTarget(to)
  return target && !pointless.includes(target.name) ? target : home
}
