import { parseTarget } from '#kit/web/route/routes.ts'
import type { Target } from '#kit/web/route/routes.ts'
import { isStaff } from '../../user.ts'

const home: Target = { name: 'home', params: {}, query: {} }

/** After a login these would only lead round in a circle, or out again. */
const pointless: readonly string[] = ['login', 'logout', 'recaptcha', 'login.recover_email', 'recover_token']

/**
 * Where a login leads (docs/spec.md#login): staff to /home, others where `to` says, if it names a
 * screen of ours.
 */
export function destinationAfterLogin(level: number, to: string | undefined): Target {
  const target = isStaff(level) ? null : parseTarget(to)
  return target && !pointless.includes(target.name) ? target : home
}
