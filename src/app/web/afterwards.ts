import { expectHumanCheck } from '#kit/web/call/human.ts'
import { loadSession } from '#session/web/loadSession.ts'
import type { PageSettings } from '#site/pageSettings.ts'

/** What starts once the first screen can be used: who is there, and whether the security check will be needed. */
export async function afterwards({ captcha }: PageSettings): Promise<void> {
  try {
    const session = await loadSession()
    expectHumanCheck(captcha !== 'off' && !session.is_human)
  } catch {
    // A guest can look a ticket up without it; the calls themselves say what is wrong.
    expectHumanCheck(captcha !== 'off')
  }
}
