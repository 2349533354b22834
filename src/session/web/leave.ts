import { go } from '#kit/web/route/routes.ts'
import { askWhoIsThere } from './whoIsThere.ts'

/**
 * OK, and Voltar of a first screen: to the menu of who is signed in, out for a guest. Waits until it is known who that
 * is: 'not known yet' is not 'nobody', whom the way out would sign out. `before`: what is forgotten on the way.
 */
export async function leave(before: () => void = () => undefined): Promise<void> {
  const who = await askWhoIsThere()
  if (who === null) return
  before()
  go(who.user ? 'user.menu' : 'logout')
}
